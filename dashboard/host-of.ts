/** The host of a URL; undefined where it is no URL. Phones of 2023 lack URL.canParse. */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host
  } catch {
    return undefined
  }
}
