import type { Membership } from '#contract/dashboard/accounts.ts'
import { smallPicture } from '../small-picture.ts'
import styles from './store-mark.module.css'

/** The store's logo, or its first letter. */
export function StoreMark({ store, small = false }: { store: Membership; small?: boolean }) {
  const edge = small ? 24 : 32
  const look = small ? `${styles.mark} ${styles.small}` : styles.mark
  if (store.logo)
    return <img className={look} src={smallPicture(store.logo)} alt="" width={edge} height={edge} />
  return (
    <span className={look} aria-hidden="true">
      {[...store.name][0]?.toUpperCase()}
    </span>
  )
}
