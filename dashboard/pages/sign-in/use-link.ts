import { useEffect, useRef, useState } from 'react'
import { ApiProblem, isRefusedAs } from '../../api.ts'

/** Whether a retry may succeed: after a network failure, a rate limit or a failure of ours. */
const mayPass = (error: unknown) => error instanceof ApiProblem && error.advice !== undefined

/** Uses the token of a mailed link as soon as the page is open. */
export function useLink(token: string, use: () => Promise<unknown>) {
  const [error, setError] = useState<unknown>()
  const asked = useRef('')
  const ask = () => {
    setError(undefined)
    use().catch(setError)
  }
  useEffect(() => {
    if (asked.current === token) return
    asked.current = token
    ask()
  })
  return { error, retry: mayPass(error) ? { onRetry: ask } : {} }
}

/** For `catch`: a used-up link may have been used by an earlier attempt whose answer was lost. */
export function ifOver(problem: unknown) {
  if (isRefusedAs('link_over', problem)) return problem
  throw problem
}
