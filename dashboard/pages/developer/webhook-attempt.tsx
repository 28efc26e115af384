import type { AttemptLine } from '#contract/dashboard/webhooks.ts'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'
import styles from './developer.module.css'
import { Verbatim } from './verbatim.tsx'

const words = texts.developer.webhooks

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
      <p className="soft small">
        <code>webhook-timestamp: {attempt.timestamp}</code>
      </p>
      {attempt.failure && <p className="small anywhere">{attempt.failure}</p>}
      {attempt.answer && (
        <>
          <p className="soft small">{words.answerBody}</p>
          <Verbatim>{attempt.answer}</Verbatim>
        </>
      )}
    </div>
  )
}
