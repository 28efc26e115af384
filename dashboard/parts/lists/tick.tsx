import { useEffect, useRef } from 'react'
import styles from './tick.module.css'

interface Props {
  label: string
  /** Shows the label beside the box on a phone, where there is no column heading. */
  said?: boolean
  checked: boolean
  /** Some, but not all, of what it stands for is chosen. */
  partly?: boolean
  onTick: (on: boolean) => void
}

/** A checkbox to choose a row: large enough for a thumb, and above the link that covers the row. */
export function Tick({ label, said, checked, partly = false, onTick }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly
  }, [partly])
  return (
    <label className={styles.tick}>
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      <span className={said ? styles.said : 'unseen'}>{label}</span>
    </label>
  )
}
