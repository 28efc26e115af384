/** From this price on a sale price has no paise: ₹449.10 looks like a mistake. */
const WHOLE_FROM_PAISE = 100_00

/** The price minus this percentage, rounded in the customer's favour, and never zero. */
export function salePrice(pricePaise: number, percent: number): number {
  const exact = Math.floor((pricePaise * (100 - percent)) / 100)
  return Math.max(1, exact < WHOLE_FROM_PAISE ? exact : exact - (exact % 100))
}

/** The discount in whole percent, rounded down so that it is never overstated. */
export const percentOff = (pricePaise: number, currentPaise: number): number =>
  Math.floor(((pricePaise - currentPaise) * 100) / pricePaise)
