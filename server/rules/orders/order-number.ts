/** No store begins with an order number 1. */
const BEFORE_FIRST = 1000

/**
 * What people call an order by, counted in its store from 1001. It is the number of the order's event, of which each order
 * has one for good, so that it stands nowhere else.
 */
export const orderNumber = (sequence: number): number => BEFORE_FIRST + sequence

export const sequenceOf = (number: number): number => number - BEFORE_FIRST
