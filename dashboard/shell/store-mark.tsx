import type { Membership } from '#contract/dashboard/accounts.ts'
import { SmallPicture } from '../parts/small-picture.tsx'
import styles from './store-mark.module.css'

/** The store's logo, or its first letter. */
export function StoreMark({ store, small = false }: { store: Membership; small?: boolean }) {
  const edge = small ? 24 : 32
  const look = small ? `${styles.mark} ${styles.small}` : styles.mark
  return (
    <SmallPicture src={store.logo} className={look} edge={edge}>
      {[...store.name][0]?.toUpperCase()}
    </SmallPicture>
  )
}
