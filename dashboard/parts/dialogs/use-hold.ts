import { createContext, useContext, useEffect } from 'react'

/** Tells the surrounding dialog, if there is one, not to close. */
export const Hold = createContext<(held: boolean) => void>(() => {})

/** Keeps the surrounding dialog open while something in it is running. */
export function useHold(busy: boolean) {
  const hold = useContext(Hold)
  useEffect(() => {
    hold(busy)
    return () => hold(false)
  }, [hold, busy])
}
