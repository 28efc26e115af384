// Runs before the first paint, so that a dark screen never flashes white. Mantine reads the same key.
const kept = localStorage.getItem('mantine-color-scheme-value')
const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

// Without its script or its styles the app would stay empty or bare. An instance of another version has none of that
// name. What the app puts into the page later it tells itself, and what others do is no part of it.
const findParts = () => [
  ...document.querySelectorAll('script[src^="/dashboard/"], link[rel="stylesheet"][href^="/dashboard/"]'),
]
let parts
const noteParts = () => {
  parts = findParts()
}
document.addEventListener('readystatechange', noteParts, { once: true })

const tellUnopened = ({ target }) => {
  if (!(parts ?? findParts()).includes(target)) return
  document.getElementById('root').hidden = true
  const unopened = document.getElementById('unopened')
  unopened.querySelector('button').onclick = () => location.reload()
  unopened.hidden = false
}
addEventListener('error', tellUnopened, true)
