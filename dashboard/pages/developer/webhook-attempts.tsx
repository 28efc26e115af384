import type { AttemptLine } from '#contract/dashboard/webhooks.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './developer.module.css'

const words = texts.developer.webhooks

interface Props {
  webhook: string
  sequence: number
  event: string
  onClose: () => void
}

export function Attempts({ webhook, sequence, event, onClose }: Props) {
  const { store_id } = useStore()
  const query = useCall('listAttempts', { store: store_id, webhook, sequence: String(sequence) })
  return (
    <Dialog opened onClose={onClose} title={words.attemptsTitle(event)} wide>
      <Loaded query={query}>
        {({ attempts }) => (
          <div className="stack">
            {attempts.length === 0 && <p className="soft">{words.attemptsNone}</p>}
            {attempts.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} />
            ))}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

export function Attempt({ attempt }: { attempt: AttemptLine }) {
  const result = attempt.failure ? words.noAnswer : words.answered(attempt.status ?? 0)
  return (
    <div className={styles.attempt}>
      <div className="inline">
        <Badge tone={attempt.ok ? 'good' : 'bad'}>{result}</Badge>
        <span className="soft small">
          <Time at={attempt.at} /> · {words.attemptMs(attempt.duration_ms)}
        </span>
      </div>
      {attempt.failure && <p className="small anywhere">{attempt.failure}</p>}
      {attempt.answer && (
        <>
          <p className="soft small">{words.answerBody}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
          <pre tabIndex={0}>{attempt.answer}</pre>
        </>
      )}
    </div>
  )
}
