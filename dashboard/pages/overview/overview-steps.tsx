import type { NextSteps } from '#contract/dashboard/overview.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { Card } from '../../parts/page.tsx'
import { useCall } from '../../queries.ts'
import { allows, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './overview.module.css'

const words = texts.overview

/** Where each step is taken, and who may take it. */
const STEPS = [
  { name: 'product', to: '/s/$store/products/new', hash: '', role: 'staff' },
  { name: 'payment', to: '/s/$store/settings', hash: 'payment', role: 'owner' },
  { name: 'key', to: '/s/$store/developer', hash: 'key', role: 'owner' },
  { name: 'webhook', to: '/s/$store/developer', hash: 'webhooks', role: 'manager' },
  { name: 'order', to: undefined, hash: '', role: 'staff' },
] as const

export function Steps({ steps }: { steps: NextSteps }) {
  const { slug, role, store_id } = useStore()
  const page = useCall('readSettings', { store: store_id }).data?.page
  const done = STEPS.filter(({ name }) => steps[name]).length
  const first = STEPS.find(({ name }) => !steps[name])?.name
  return (
    <Card title={words.stepsTitle} note={words.stepsDone(done, STEPS.length)} flush>
      <ol className={styles.steps}>
        {STEPS.map(({ name, to, hash, role: needed }, place) => (
          <li key={name} className={`${styles.step} ${steps[name] ? styles.done : ''}`}>
            <span className={styles.mark} aria-hidden="true">
              {steps[name] ? <Icon name="check" size={18} /> : place + 1}
            </span>
            <div className={styles.stepWords}>
              <strong>{words.steps[name].title}</strong>
              <p className="soft small">{steps[name] ? words.done : words.steps[name].note}</p>
            </div>
            {!steps[name] && to && allows(role, needed) && (
              <ButtonLink
                to={to}
                params={{ store: slug }}
                hash={hash}
                variant={name === first ? 'filled' : 'default'}
              >
                {words.steps[name].action}
              </ButtonLink>
            )}
            {name === 'order' && page && (
              <CopyButton value={page} label={words.steps.order.action} size="sm" />
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
