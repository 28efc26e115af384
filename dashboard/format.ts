const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const whole = new Intl.NumberFormat('en-IN')
const dayTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const dayOnly = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric' })
const dayOfDate = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDayOfDate = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const exact = new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeStyle: 'long' })

/** Every amount of the dashboard: ₹1,23,456.00. */
export const money = (amount: number) => rupees.format(amount)
export const count = (value: number) => whole.format(value)

type Instant = string | number | Date

/** In the viewer's own time zone: 14 Nov 2026, 4:05 pm. */
export const dateTime = (at: Instant) => dayTime.format(new Date(at))
export const date = (at: Instant) => dayOnly.format(new Date(at))
/** A day that has been told apart already, such as 2026-11-15: the same everywhere. */
export const day = (text: string) => dayOfDate.format(new Date(text))
export const shortDay = (text: string) => shortDayOfDate.format(new Date(text))
export const exactTime = (at: Instant) => exact.format(new Date(at))
