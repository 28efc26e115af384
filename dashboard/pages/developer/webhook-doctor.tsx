import { call } from '../../api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Loaded, LoadingRows } from '../../parts/states.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './developer.module.css'
import { useOnce } from './use-once.ts'

const words = texts.developer.webhooks

/** Step by step from the address to the answer, and what to mend. */
export function Doctor({ webhook, onClose }: { webhook: string; onClose: () => void }) {
  const { store_id } = useStore()
  const query = useOnce(() => call('diagnoseWebhook', { store: store_id, webhook }))
  return (
    <Dialog opened onClose={onClose} title={words.doctorTitle}>
      <Loaded query={query} shape={<LoadingRows rows={4} />}>
        {({ healthy, steps, advice }) => (
          <div className="stack">
            <p>
              <strong>{healthy ? words.doctorWell : advice}</strong>
            </p>
            <ol className={styles.steps}>
              {steps.map(({ name, ok, detail }) => (
                <li key={name} className={ok === null ? styles.skipped : ok ? styles.ok : styles.bad}>
                  <Icon name={ok === null ? 'clock' : ok ? 'check' : 'alert'} />
                  <div>
                    <strong>{words.doctorSteps[name]}</strong>
                    <p className="soft small">{ok === null ? words.notReached : detail}</p>
                  </div>
                </li>
              ))}
            </ol>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
