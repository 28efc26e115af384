import { useRef } from 'react'
import { keepLarge, readLarge } from './large-drafts.ts'
import { type Draft, nothing } from './rebase.ts'
import { same } from './same.ts'

/** Keeps a form's pictures; changes are written in sequence. If one finds no room, the earlier ones stay kept. */
export function usePictures<T extends object>(key: string) {
  const kept = useRef<Partial<T>>({})
  const asked = useRef<Partial<T>>({})
  const last = useRef<Promise<unknown>>(Promise.resolve())

  const inTurn = (now: Partial<T>, act: () => Promise<boolean>) => {
    asked.current = now
    last.current = last.current.then(async () => {
      if (await act()) kept.current = now
    })
  }
  const put = (now: Draft<T>) => inTurn(now.mine, () => keepLarge(key, kept.current, now))
  return {
    isPut: (mine: Partial<T>) => same(mine, asked.current),
    put,
    takeOut: () => put(nothing()),
    /** Forgets what is kept without deleting it, because it belongs to another form by now. */
    letGo: () => inTurn({}, async () => true),
    async read() {
      const found = await readLarge<T>(key)
      if (found) kept.current = asked.current = found.mine
      return found
    },
  }
}
