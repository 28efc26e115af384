// Puts a button on each example that copies it. Without a script, or without a clipboard, there is none.

function addCopy(pre) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Copy'
  button.setAttribute('aria-live', 'polite')
  button.addEventListener('click', async () => {
    const done = await navigator.clipboard.writeText(pre.textContent).then(
      () => 'Copied',
      () => 'Not copied',
    )
    button.textContent = done
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  const frame = document.createElement('div')
  frame.className = 'example'
  pre.replaceWith(frame)
  frame.append(pre, button)
}

if (navigator.clipboard) for (const pre of document.querySelectorAll('pre')) addCopy(pre)
