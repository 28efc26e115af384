const COMMAS = /[,\n]/

export const hasComma = (typed: string) => COMMAS.test(typed)

/** The choices after a change: new ones are split at commas, existing ones stay unchanged. */
export function choicesAfter(before: readonly string[], after: readonly string[]): string[] {
  const choices = after.flatMap((each) =>
    before.includes(each)
      ? [each]
      : each
          .split(COMMAS)
          .map((part) => part.trim())
          .filter(Boolean),
  )
  return [...new Set(choices)]
}
