const SHORT = 8

/** As much of an order's id as people need to tell it from others; the search takes it. */
export const shortId = (id: string) => id.slice(0, SHORT)
