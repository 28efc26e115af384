// What makes the pages a little quicker to use. Every page works without it.

/** A second press while the first is still on its way sends nothing. */
for (const form of document.querySelectorAll('form[method="post"]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault()
    form.dataset.sent = 'yes'
  })
}

/** A page that comes back from the browser's memory can be sent again. */
addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent
})
