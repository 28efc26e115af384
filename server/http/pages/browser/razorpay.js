// Opens Razorpay's own window and sends what it hands back to our callback. Loaded on the payment page alone.

const form = document.getElementById('razorpay')
const button = document.getElementById('pay')
const options = JSON.parse(form.dataset.options)

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

function pay() {
  if (window.Razorpay) new window.Razorpay({ ...options, handler: handBack }).open()
  else document.getElementById('missing').hidden = false
}

button.addEventListener('click', pay)
pay()
