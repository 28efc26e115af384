// Runs before the first paint, so that a dark screen never flashes white. Mantine reads the same key.
const kept = localStorage.getItem('mantine-color-scheme-value')
const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

// Without the app's script the page would stay empty. An instance of another version has none of that name.
const tellUnopened = ({ target }) => {
  if (!(target instanceof HTMLScriptElement)) return
  document.getElementById('root').hidden = true
  const unopened = document.getElementById('unopened')
  unopened.querySelector('button').onclick = () => location.reload()
  unopened.hidden = false
}
addEventListener('error', tellUnopened, true)
