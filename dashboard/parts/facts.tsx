import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface Props {
  facts: readonly (readonly [string, ReactNode])[]
  /** Beside each other where there is room. */
  across?: boolean
}

/** Pairs of name and value; missing values are left out. */
export function Facts({ facts, across }: Props) {
  const present = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (present.length === 0) return null
  return (
    <dl className={`${styles.facts} ${across ? styles.across : ''}`}>
      {present.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be worded alike.
        <div key={`${name} ${place}`}>
          {name && <dt>{name}</dt>}
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
