/** `custom_questions[0].question` is about the field custom_questions. */
export const fieldOf = (name: string) => name.split(/[[.]/)[0] ?? name

/** Scrolls to the field and focuses it. */
export function focusField(name: string) {
  requestAnimationFrame(() => {
    const find = (field: string) => document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)
    const element = find(name) ?? find(fieldOf(name))
    element?.focus()
    element?.scrollIntoView({ block: 'center' })
  })
}
