import { ApiProblem } from './api.ts'
import { texts } from './texts.ts'

/** The code of a page. Without a connection the app stays and says so; the router would load everything anew, in vain. */
export const fetched = <T>(code: Promise<T>): Promise<T> =>
  code.catch((error) => {
    throw navigator.onLine ? error : new ApiProblem(0, { error: texts.states.offline, code: 'offline' })
  })
