const HAATS = /^https?:\/\/[^/]+\/images\/([0-9a-f-]{36}\/[0-9a-f]{64}\.\w+)$/

/**
 * What to show of a picture, given the addresses that nothing came from: it is 320 px wide where it is ours, by its path,
 * since only our own pages may show that. Only asking tells ours from another Haat's, as ours has more names than one.
 */
export const smallPicture = (src: string, torn: readonly string[] = []): string | undefined =>
  [src.replace(HAATS, '/images/320/$1'), src].find((each) => !torn.includes(each))
