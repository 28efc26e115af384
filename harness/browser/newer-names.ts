/** APIs that Chrome 109, Safari 15.4 or Firefox 115 lacks; phones still in use have such browsers. */
export const NEWER_NAMES: readonly string[] = [
  ...['AbortSignal.any', 'AbortSignal.timeout', 'URL.canParse', 'URL.parse', 'ReadableStream.from'],
  ...['Array.fromAsync', 'Map.groupBy', 'Object.groupBy', 'Promise.try', 'Promise.withResolvers'],
  ...['RegExp.escape', 'Uint8Array.fromBase64', 'Intl.DurationFormat'],
  ...membersOf('Array', 'toReversed', 'toSorted', 'toSpliced', 'with'),
  ...membersOf('Set', 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'),
  ...membersOf('String', 'isWellFormed', 'toWellFormed'),
  ...membersOf('Uint8Array', 'toBase64'),
  ...membersOf('Blob', 'bytes'),
  ...membersOf('Response', 'bytes'),
  ...membersOf('Document', 'startViewTransition'),
  ...membersOf('Element', 'ariaLabel', 'role', 'checkVisibility', 'moveBefore', 'setHTMLUnsafe'),
  ...membersOf('HTMLElement', 'hidePopover', 'showPopover', 'togglePopover'),
  ...membersOf('HTMLFormElement', 'requestSubmit'),
  ...membersOf('HTMLInputElement', 'showPicker'),
  ...['CloseWatcher', 'CompressionStream', 'DecompressionStream', 'OffscreenCanvas'],
  ...['cookieStore', 'requestIdleCallback', 'scheduler'],
]

function membersOf(kind: string, ...names: string[]) {
  return names.map((name) => `${kind}.prototype.${name}`)
}

/** Playwright itself needs it to see what is visible. */
const PLAYWRIGHTS_OWN = 'Element.prototype.checkVisibility'

/** A script that runs before the page's own and removes these APIs. */
export const FORGET_NEWER_NAMES = `
for (const name of ${JSON.stringify(NEWER_NAMES.filter((name) => name !== PLAYWRIGHTS_OWN))}) {
  const owners = name.split('.')
  const last = owners.pop()
  const owner = owners.reduce((found, part) => found?.[part], globalThis)
  if (owner) delete owner[last]
}`
