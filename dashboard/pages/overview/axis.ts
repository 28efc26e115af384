const STEPS = 4
const ROUND = [1, 2, 5, 10]

/** The numbers at an axis from zero up to at least `most`: whole and round ones, in at most four equal steps. */
export function axisUpTo(most: number): number[] {
  const least = Math.max(1, most / STEPS)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ROUND.find((factor) => factor * power >= least)!
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, place) => place * step)
}

const TICKS = 5

/** A few evenly spaced places that include the last one. */
export function ticksAmong(length: number): number[] {
  const apart = Math.ceil(length / TICKS)
  return Array.from({ length }, (_, place) => place).filter((place) => (length - 1 - place) % apart === 0)
}
