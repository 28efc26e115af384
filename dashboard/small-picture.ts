const OWN = /^https?:\/\/[^/]+\/images\/([0-9a-f-]{36}\/[0-9a-f]{64}\.\w+)$/

/** Our own picture 320 px wide, by its path, since only our own pages may show it; anybody else's as it is. */
export const smallPicture = (src: string) => src.replace(OWN, '/images/320/$1')
