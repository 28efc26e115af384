const HAATS = /^https?:\/\/[^/]+\/images\/([0-9a-f-]{36}\/[0-9a-f]{64}\.\w+)$/

/**
 * The address to show for a picture: its 320 px version if the path looks like ours, else the original. `torn` lists
 * addresses that failed to load. Only loading shows whether the picture is ours or another Haat's, because an
 * installation can have several host names. The small version has no host: only our own pages may show it.
 */
export const smallPicture = (src: string, torn: readonly string[] = []): string | undefined =>
  [src.replace(HAATS, '/images/320/$1'), src].find((each) => !torn.includes(each))
