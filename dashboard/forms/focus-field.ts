/** `custom_questions[0].question` is about the field custom_questions. */
export const fieldOf = (name: string) => name.split(/[[.]/)[0] ?? name

/**
 * Scrolls to the field, or to the first of its rows, and focuses it. A field of several values has its name in
 * `data-field`: the library gives `name` to a hidden element, which cannot have the focus.
 */
export function focusField(name: string) {
  const find = (field: string) => {
    const named = CSS.escape(field)
    return document.querySelector<HTMLElement>(
      `[name="${named}"], [data-field="${named}"], [name^="${named}["]`,
    )
  }
  requestAnimationFrame(() => {
    const element = find(name) ?? find(fieldOf(name))
    element?.focus()
    element?.scrollIntoView({ block: 'center' })
  })
}
