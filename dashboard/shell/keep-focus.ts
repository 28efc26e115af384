import type { AnyRouter } from '@tanstack/react-router'

/** A browser takes the focus from what is disabled a moment later, and a dialog that closes may give it back by itself. */
const PAUSE_MS = 50

const DIALOG = '[role=dialog]'

/** What had the focus last, and all that it stands in: on the page, and in the dialog over it. */
const trails: Record<string, HTMLElement[]> = { main: [], [DIALOG]: [] }

/** Whoever has no mouse is never sent back to the beginning: a new page, or what is left around something that is gone, has the focus. */
export function keepFocus(router: AnyRouter) {
  document.addEventListener('focusin', ({ target }) => follow(target as Element))
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target as Element).closest('main')) follow(target as Element)
  })
  new MutationObserver(() => setTimeout(bringBack, PAUSE_MS)).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled', 'hidden'],
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const page = document.querySelector('main')
    if (fromLocation && pathChanged && page && !page.contains(document.activeElement)) focusOn(page)
  })
}

function follow(target: Element) {
  const within = target.closest(DIALOG) ? DIALOG : 'main'
  const trail: HTMLElement[] = []
  for (let at: Element | null = target; at?.closest(within); at = at.parentElement)
    trail.push(at as HTMLElement)
  trails[within] = trail
}

const isLost = () => document.activeElement === document.body && document.hasFocus()

function bringBack() {
  const [was, ...around] = trails[document.querySelector(DIALOG) ? DIALOG : 'main'] ?? []
  if (!was || !isLost() || (was.isConnected && was.matches('[data-loading]'))) return
  was.focus({ preventScroll: true })
  for (const each of around) if (isLost() && each.isConnected) focusOn(each)
}

/** Its heading, which a reader of the screen then reads. */
function focusOn(part: Element) {
  const heading = part.querySelector<HTMLElement>('h1, h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
