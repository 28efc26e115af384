/** The host of a URL; undefined where it is no URL. URL.canParse is no help: phones of 2023 lack it. */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host
  } catch {
    return undefined
  }
}
