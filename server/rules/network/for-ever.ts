/** The value of `cache-control` for a resource that never changes under its address. */
export const FOR_EVER = 'public, max-age=31536000, immutable'
