// Runs before the first paint, so that a dark screen never flashes white. Mantine reads the same key.
const kept = localStorage.getItem('mantine-color-scheme-value')
const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

// Shows a message if the app's script or styles do not load, as from an instance of another version, which has other
// file names. Parts that the app adds later report their failures themselves; scripts of others do not count.
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
