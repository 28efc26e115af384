import { texts } from '../../texts.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './secret-box.module.css'

/** A secret is shown once. The sentence says so before it is gone. */
export function SecretBox({ value, label, once = true }: { value: string; label: string; once?: boolean }) {
  return (
    <div>
      <div className={styles.box}>
        <output aria-label={label}>{value}</output>
        <CopyButton value={value} />
      </div>
      {once && <p className={styles.note}>{texts.secrets.once}</p>}
    </div>
  )
}
