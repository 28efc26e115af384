// What makes the pages a little quicker to use. Every page works without it.

const sendButton = (form) => form.querySelector('button:not([type])')

/** Without a connection the browser's own page would take the place of what was typed. */
function tellOffline(form) {
  const told = form.querySelector('.offline') ?? document.createElement('p')
  const textContent = 'You are offline. What you typed is kept: send it once you are connected again.'
  Object.assign(told, { className: 'problem offline', textContent })
  told.setAttribute('role', 'alert')
  sendButton(form).parentElement.prepend(told)
  addEventListener('online', () => told.remove(), { once: true })
}

/** How long a slow network takes to send it, in milliseconds: 200 kbit a second for the pictures. */
function longestSending(form) {
  const files = Array.from(form.querySelectorAll('[type="file"]'), (field) => [...field.files]).flat()
  return 8000 + files.reduce((bytes, { size }) => bytes + size, 0) / 25
}

/** Pictures that are being made smaller just now. */
const fitting = new Set()

/** What a camera takes may be larger than the shop can take: it is drawn smaller, and is sent sooner, too. */
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
    // What cannot be drawn is sent as it is: the shop says what is wrong with it.
    const fit = fitChosen(field).catch(() => {})
    fitting.add(fit)
    void fit.finally(() => fitting.delete(fit))
  })
}

/** A second press while the first is still on its way sends nothing; after a while it may have been stopped. */
for (const form of document.querySelectorAll('form[method="post"]')) {
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

/** A page that comes back can be sent again, and follows what the browser has filled in without a word. */
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent
  for (const field of document.querySelectorAll('[data-unit], #pincode'))
    field.dispatchEvent(new Event('input'))
})

/** A page that the browser has kept may tell of pieces that are gone by now. */
addEventListener('pageshow', async ({ persisted }) => {
  const stock = persisted && document.querySelector('p.stock')
  const answer = stock && (await fetch(location.href).catch(() => {}))
  const page = answer?.status < 500 && (await answer.text().catch(() => {}))
  if (page && !page.includes(stock.outerHTML)) location.reload()
})

/** A form that it has kept may ask for what is bought by now: sent again it leads to the order, and says so before. */
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

/** A picture that does not come, as from a site that is gone, leaves its place empty and not torn. */
const leaveOut = (picture) => picture.classList.add('missing')
addEventListener('error', ({ target }) => target instanceof HTMLImageElement && leaveOut(target), true)
for (const picture of document.images) if (picture.complete && picture.naturalWidth === 0) leaveOut(picture)

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** Digits of Hindi and other scripts as 0 to 9: in each script the ten stand in a row. */
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
/** Beside the quantity: why it cannot be more. */
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

/** Thumbs find buttons more easily than digits. One that has nothing more to give says so. */
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

/** The category that was chosen may stand far along its row. */
const chosen = document.querySelector('.categories [aria-current]')
if (chosen) {
  const row = chosen.closest('.categories')
  row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
}

/** While a payment is awaited: goes on as soon as there is another page to see. */
const awaited = document.querySelector('[data-look-again]')
const LONGEST_LOOK_MS = 30_000
async function lookAgain() {
  // Where a phone has changed its network, an answer may neither come nor fail.
  const look = new AbortController()
  const late = setTimeout(() => look.abort(), LONGEST_LOOK_MS)
  try {
    const answer = await fetch(location.href, { signal: look.signal })
    if (answer.redirected) return location.replace(answer.url)
    if (answer.ok && !(await answer.text()).includes('data-look-again')) return location.reload()
  } catch {
    // The connection broke, perhaps in the middle of the page: the next look may have more luck.
  }
  clearTimeout(late)
  setTimeout(lookAgain, awaited.dataset.lookAgain * 1000)
}
if (awaited) setTimeout(lookAgain, awaited.dataset.lookAgain * 1000)

/** A form that came back says why, and does not begin where it was left. */
const told = document.querySelector('#bought, #problems')
if (told) {
  history.scrollRestoration = 'manual'
  told.focus()
}
