import { ApiProblem } from './api.ts'
import { texts } from './texts.ts'

/** Loads a page's code. Offline the app stays and says so; the router's own reaction, a full reload, would fail too. */
export const fetched = <T>(code: Promise<T>): Promise<T> =>
  code.catch((error) => {
    throw navigator.onLine ? error : new ApiProblem(0, { error: texts.states.offline, code: 'offline' })
  })
