// Fetches Razorpay's own window, opens it and sends what it hands back to our callback, or goes on to the order where that
// is known already. Loaded on the payment page alone.

const form = document.getElementById('razorpay')
const loading = document.getElementById('loading')
const missing = document.getElementById('missing')
const button = document.getElementById('pay')
const options = JSON.parse(form.dataset.options)
let isLoading = false

function handBack(result) {
  for (const [name, value] of Object.entries(result)) {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = name
    field.value = String(value)
    form.append(field)
  }
  sendOnceOnline()
}

/** It is paid: the browser's own page about the missing connection would say nothing of that. */
function sendOnceOnline() {
  if (navigator.onLine) return form.submit()
  button.disabled = true
  loading.textContent = 'You are offline. Nothing is lost: you see your order once you are connected again.'
  addEventListener('online', () => form.submit(), { once: true })
}

const openWindow = () => new window.Razorpay({ ...options, handler: handBack }).open()

function loadEnded() {
  isLoading = false
  loading.textContent = ''
  missing.hidden = Boolean(window.Razorpay)
  if (window.Razorpay) openWindow()
}

function load() {
  isLoading = true
  missing.hidden = true
  const script = document.createElement('script')
  script.src = form.dataset.script
  script.addEventListener('load', loadEnded)
  script.addEventListener('error', loadEnded)
  document.head.append(script)
}

/** While the window is on its way it opens by itself; one that did not come is asked for again. */
function pay() {
  if (window.Razorpay) return openWindow()
  loading.textContent = 'The payment window is loading…'
  if (!isLoading) load()
}

button.addEventListener('click', pay)
load()

const LOOK_AGAIN_MS = 4000
const LOOK_ENDS_MS = 30_000

/** Who pays in another app may come back to a page that nobody has told. Only what is settled or promised leads elsewhere. */
async function lookForOrder() {
  // Where a phone has changed its network, an answer may neither come nor fail.
  const look = new AbortController()
  const late = setTimeout(() => look.abort(), LOOK_ENDS_MS)
  try {
    const answer = document.hidden ? undefined : await fetch(location.href, { signal: look.signal })
    if (answer?.redirected) return location.replace(answer.url)
  } catch {
    // Without a connection there is nothing to see; the next look may have more luck.
  }
  clearTimeout(late)
  setTimeout(lookForOrder, LOOK_AGAIN_MS)
}
setTimeout(lookForOrder, LOOK_AGAIN_MS)
