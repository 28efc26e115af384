import { useEffect, useRef } from 'react'
import styles from './tick.module.css'

interface Props {
  label: string
  /** The label stands beside it on a phone, where no heading does. */
  said?: boolean
  checked: boolean
  /** Some of what it stands for. */
  partly?: boolean
  onTick: (on: boolean) => void
}

/** A box to choose something of a list: as large as a thumb, and above the link that opens the row. */
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
