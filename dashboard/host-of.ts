/** Where an address on the web leads; undefined where it is none. As URL.canParse would say, which phones of 2023 do not have. */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host
  } catch {
    return undefined
  }
}
