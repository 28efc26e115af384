import { date, dateTime, exactTime } from '../format.ts'

/** Adds the column's name on a phone, where tables have no headings. */
export const Dated = ({ name, ...time }: { name: string; at: string | number; short?: boolean }) => (
  <>
    <span className="phone-only">{name} </span>
    <Time {...time} />
  </>
)

/** In the viewer's time zone, with the exact time on hover. */
export function Time({ at, short }: { at: string | number; short?: boolean }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {short ? date(at) : dateTime(at)}
    </time>
  )
}
