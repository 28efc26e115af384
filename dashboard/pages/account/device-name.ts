const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OP[RT]\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
]

const find = (names: readonly [RegExp, string][], agent: string) =>
  names.find(([sign]) => sign.test(agent))?.[1]

/** "Chrome on Android" is what a person recognises; the whole text stays on hover. */
export function deviceName(agent: string): string {
  const parts = [find(BROWSERS, agent), find(SYSTEMS, agent)].filter(Boolean)
  return parts.length > 0 ? parts.join(' on ') : agent.slice(0, 60)
}
