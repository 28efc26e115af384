// Fetches Razorpay's own window, opens it and sends what it hands back to our callback. Loaded on the payment page alone.

const form = document.getElementById('razorpay')
const loading = document.getElementById('loading')
const missing = document.getElementById('missing')
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
  form.submit()
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

document.getElementById('pay').addEventListener('click', pay)
load()
