// Loads Razorpay's own window, opens it and sends its result to our callback, or goes on to the order if the payment is
// known to be settled already. Loaded on the payment page only.

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

/** Waits for a connection: after the payment, the browser's own offline page would not say that it is paid. */
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

/** While Razorpay's script is loading, it opens the window once it has arrived; one that failed is requested again. */
function pay() {
  if (window.Razorpay) return openWindow()
  loading.textContent = 'The payment window is loading…'
  if (!isLoading) load()
}

button.addEventListener('click', pay)
load()

const LOOK_AGAIN_MS = 4000
const LOOK_ENDS_MS = 30_000

/**
 * A customer who pays in another app may come back to a page that was not told. Leaves it only if the payment is
 * settled, or was promised by the bank moments ago.
 */
async function lookForOrder() {
  // After a phone has changed its network, a request may neither succeed nor fail.
  const look = new AbortController()
  const late = setTimeout(() => look.abort(), LOOK_ENDS_MS)
  try {
    const answer = document.hidden ? undefined : await fetch(location.href, { signal: look.signal })
    if (answer?.redirected) return location.replace(answer.url)
  } catch {
    // No connection: the next look may succeed.
  }
  clearTimeout(late)
  setTimeout(lookForOrder, LOOK_AGAIN_MS)
}
setTimeout(lookForOrder, LOOK_AGAIN_MS)
