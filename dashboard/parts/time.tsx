import { date, dateTime, exactTime } from '../format.ts'

/** In the viewer's time zone, with the exact time on hover. */
export function Time({ at, short }: { at: string | number; short?: boolean }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {short ? date(at) : dateTime(at)}
    </time>
  )
}
