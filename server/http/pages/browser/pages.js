// What makes the pages a little quicker to use. Every page works without it.

const sendButton = (form) => form.querySelector('button:not([type])')

/** Offline, the browser's own error page would replace what was typed. */
function tellOffline(form) {
  const told = form.querySelector('.offline') ?? document.createElement('p')
  const textContent = 'You are offline. What is on this page is kept: press again once you are connected.'
  Object.assign(told, { className: 'problem offline', textContent })
  told.setAttribute('role', 'alert')
  sendButton(form).parentElement.prepend(told)
  addEventListener('online', () => told.remove(), { once: true })
}

/** How long sending takes on a slow network, in milliseconds: 200 kbit a second for the pictures. */
function longestSending(form) {
  const files = Array.from(form.querySelectorAll('[type="file"]'), (field) => [...field.files]).flat()
  return 8000 + files.reduce((bytes, { size }) => bytes + size, 0) / 25
}

/** Pictures that are being scaled down now. */
const fitting = new Set()

/** A camera's picture may be larger than the shop accepts. It is scaled down, which also makes sending it faster. */
async function fitChosen(field) {
  const [file] = field.files
  if (!file) return
  const { fitPicture } = await import(field.dataset.fit)
  const { mostBytes: bytes, mostPixels: pixels } = field.dataset
  const fit = await fitPicture(file, { bytes: Number(bytes), pixels: Number(pixels) })
  if (!fit || fit === file || field.files[0] !== file) return
  const kept = new DataTransfer()
  kept.items.add(new File([fit], file.name, { type: fit.type }))
  field.files = kept.files
}
for (const field of document.querySelectorAll('[data-fit]')) {
  field.addEventListener('change', () => {
    // A picture that cannot be drawn is sent unchanged: the shop says what is wrong with it.
    const fit = fitChosen(field).catch(() => {})
    fitting.add(fit)
    void fit.finally(() => fitting.delete(fit))
  })
}

/**
 * A second press sends nothing while the first is on its way. After some time it may be pressed again, as the first may
 * have been stopped.
 */
for (const form of document.querySelectorAll('form[method="post"], form.about')) {
  form.addEventListener('submit', (event) => {
    if (fitting.size > 0) {
      event.preventDefault()
      // Phones of 2022 have no form.requestSubmit.
      return Promise.all(fitting).then(() => (event.submitter ?? sendButton(form)).click())
    }
    if (form.dataset.sent || !navigator.onLine) event.preventDefault()
    if (form.dataset.sent) return
    if (!navigator.onLine) return tellOffline(form)
    form.dataset.sent = 'yes'
    setTimeout(() => delete form.dataset.sent, longestSending(form))
  })
}

/**
 * A page restored from the browser's cache can be sent again, and shows what follows from fields that the browser
 * filled in.
 */
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent
  for (const field of document.querySelectorAll('[data-unit], #pincode'))
    field.dispatchEvent(new Event('input'))
})

/**
 * What changes while a page lies in the background or in the browser's cache: the pieces left, or how far an order is.
 * Whoever looks at it again sees it as it is, unless they have begun to write a review or pressed the button. Loading
 * the page again would lose a chosen size or colour: then only the words change.
 */
const present = document.querySelector('[data-present]')
let lastLook
async function lookAtPresent() {
  if (!present) return
  // After a phone has changed its network, the request before may neither succeed nor fail.
  lastLook?.abort()
  lastLook = new AbortController()
  const answer = await fetch(location.href, { signal: lastLook.signal }).catch(() => {})
  const page = answer?.status < 500 && (await answer.text().catch(() => {}))
  const now = page && new DOMParser().parseFromString(page, 'text/html').querySelector('[data-present]')
  if (!page || now?.textContent === present.textContent || isBusy()) return
  if (!now || !hasChosen()) return location.reload()
  present.className = now.className
  present.textContent = now.textContent
}
function isBusy() {
  const review = document.querySelector('form.review')
  return (
    document.querySelector('form[data-sent]') || (review && [...new FormData(review).values()].some(Boolean))
  )
}
const hasChosen = () =>
  [...document.querySelectorAll('.about [type="radio"]')].some(
    ({ checked, defaultChecked }) => checked && !defaultChecked,
  )
addEventListener('pageshow', ({ persisted }) => persisted && lookAtPresent())
addEventListener('visibilitychange', () => document.hidden || lookAtPresent())

/**
 * A form restored from the browser's cache may already have been paid for. Sending it again leads to the order; the
 * page says so first.
 */
addEventListener('pageshow', async ({ persisted }) => {
  const form = persisted && document.querySelector('form.checkout')
  const answer = form && (await fetch(location.href).catch(() => {}))
  const page = answer && (await answer.text().catch(() => {}))
  const bought = page && new DOMParser().parseFromString(page, 'text/html').querySelector('#bought')
  if (!bought) return
  bought.querySelector('span')?.remove()
  document.querySelector('#bought')?.remove()
  form.querySelector('h1').after(bought)
  bought.focus()
})

/**
 * A picture that fails to load, for example from a site that is gone, leaves its place empty instead of a broken image.
 */
const leaveOut = (picture) => picture.classList.add('missing')
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && leaveOut(target), true)
for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) leaveOut(picture)

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Converts digits of Hindi and other scripts to 0 to 9. Unicode has the ten digits of a script in a row. */
const plainDigits = (text) =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let first = digit.codePointAt(0)
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
    return String((digit.codePointAt(0) - first) % 10)
  })

/** The total follows the quantity; what is charged is computed by the shop. */
const quantity = document.querySelector('[data-unit]')
const countTyped = () => Number(plainDigits(quantity.value))
function tooMany(count) {
  const most = Number(quantity.dataset.most)
  return count > most ? `Only ${most.toLocaleString('en-IN')} left` : ''
}
/** Beside the quantity: why it cannot be higher. */
const toldMost = quantity && document.createElement('p')
quantity?.addEventListener('input', () => {
  const count = countTyped()
  toldMost.textContent = tooMany(count)
  quantity.setCustomValidity(tooMany(count))
  if (!Number.isInteger(count) || count < 1) return
  const items = count * Number(quantity.dataset.unit)
  const show = (name, text) => {
    for (const place of document.querySelectorAll(`[data-${name}]`)) place.textContent = text
  }
  show('count', String(count))
  show('items', rupees.format(items / 100))
  show('total', rupees.format((items + Number(quantity.dataset.shipping)) / 100))
})

/** Buttons are easier to hit on a phone than digits. A press beyond the largest quantity says why nothing changes. */
function stepButton(sign, label, by) {
  const button = document.createElement('button')
  Object.assign(button, { type: 'button', className: 'button plain', textContent: sign })
  button.setAttribute('aria-label', label)
  button.addEventListener('click', () => {
    const { fewest, most } = quantity.dataset
    const wanted = (countTyped() || 0) + by
    quantity.value = Math.max(Number(fewest), Math.min(Number(most), wanted))
    quantity.dispatchEvent(new Event('input'))
    toldMost.textContent = tooMany(wanted)
  })
  return button
}
if (quantity) {
  const stepper = document.createElement('span')
  stepper.className = 'stepper'
  quantity.replaceWith(stepper)
  toldMost.setAttribute('role', 'status')
  stepper.after(toldMost)
  stepper.append(stepButton('−', 'One less', -1), quantity, stepButton('+', 'One more', 1))
}

/** The first digits of a pincode suggest the state, until the customer has written another one. */
const state = document.querySelector('[data-states]')
const pincode = document.querySelector('#pincode')
let suggested = ''
pincode?.addEventListener('input', () => {
  const states = JSON.parse(state.dataset.states)
  const digits = plainDigits(pincode.value).replace(/\s/g, '')
  const found = digits.length < 6 ? '' : (states[digits.slice(0, 3)] ?? states[digits.slice(0, 2)] ?? '')
  if (found && ['', suggested, found].includes(state.value)) state.value = suggested = found
})

/** Scrolls to the chosen category, which may be far along its row. */
const chosen = document.querySelector('.categories [aria-current]')
if (chosen) {
  const row = chosen.closest('.categories')
  row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}

/** While a payment is pending or the shop is away, polls and goes on as soon as there is another page, or none. */
const awaited = document.querySelector('[data-look-again]')
const LONGEST_LOOK_MS = 30_000
async function lookAgain() {
  // After a phone has changed its network, a request may neither succeed nor fail.
  const look = new AbortController()
  const late = setTimeout(() => look.abort(), LONGEST_LOOK_MS)
  try {
    const answer = await fetch(location.href, { signal: look.signal })
    if (answer.redirected) return location.replace(answer.url)
    const isAnswered = answer.ok || answer.status === 404
    if (isAnswered && !(await answer.text()).includes('data-look-again')) return location.reload()
  } catch {
    // The connection broke, perhaps in the middle of the page: the next request may succeed.
  }
  clearTimeout(late)
  setTimeout(lookAgain, awaited.dataset.lookAgain * 1000)
}
if (awaited) setTimeout(lookAgain, awaited.dataset.lookAgain * 1000)

/** A form that came back scrolls to its problems instead of where it was left. */
const told = document.querySelector('#bought, #problems')
if (told) {
  history.scrollRestoration = 'manual'
  told.focus()
}
