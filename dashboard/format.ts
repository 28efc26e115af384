import { dateWords } from '#contract/date-words.ts'

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const whole = new Intl.NumberFormat('en-IN')
const here = dateWords()
const inUtc = dateWords('UTC')
const exact = new Intl.DateTimeFormat('en-IN', { dateStyle: 'full', timeStyle: 'long' })

/** Every amount of the dashboard: ₹1,23,456.00. */
export const money = (amount: number) => rupees.format(amount)
export const count = (value: number) => whole.format(value)

type Instant = string | number | Date
const momentOf = (at: Instant) => new Date(at).getTime()

/** In the viewer's own time zone: 14 Nov 2026, 4:05 pm. */
export const dateTime = (at: Instant) => here.dateTime(momentOf(at))
export const date = (at: Instant) => here.day(momentOf(at))
/** Formats a calendar day such as 2026-11-15, without converting it to a time zone. */
export const day = (text: string) => inUtc.day(momentOf(text))
export const shortDay = (text: string) => inUtc.shortDay(momentOf(text))
export const exactTime = (at: Instant) => exact.format(momentOf(at))
