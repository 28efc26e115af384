import type { AnyRouter } from '@tanstack/react-router'

/** Browsers take the focus from a disabled element with a delay, and a closing dialog may restore the focus itself. */
const PAUSE_MS = 50

const DIALOG = '[role=dialog]'

/** The last focused element and its ancestors, separately for the page and for a dialog over it. */
const trails: Record<string, HTMLElement[]> = { main: [], [DIALOG]: [] }

/** Keeps keyboard users from losing their place: focuses a new page, or what remains around a removed element. */
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

/** Focuses the part's heading, which screen readers then read. */
function focusOn(part: Element) {
  const heading = part.querySelector<HTMLElement>('h1, h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
