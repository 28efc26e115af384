import { texts } from '../../texts.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './secret-box.module.css'

/** Shows a secret and says that it will not be shown again. */
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
