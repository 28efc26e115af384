import { createContext, useContext, useEffect } from 'react'

/** Of the dialog around, where there is one. */
export const Hold = createContext<(held: boolean) => void>(() => {})

/** Keeps the dialog around open while something in it is under way. */
export function useHold(busy: boolean) {
  const hold = useContext(Hold)
  useEffect(() => {
    hold(busy)
    return () => hold(false)
  }, [hold, busy])
}
