/** A clock that stands still until a test moves it. Times are milliseconds since 1970. */
export function movableClock(start = Date.UTC(2026, 0, 15, 6, 30)) {
  let time = start
  return {
    now: () => time,
    advance: (ms: number) => {
      time += ms
    },
    set: (ms: number) => {
      time = ms
    },
  }
}

export type MovableClock = ReturnType<typeof movableClock>
