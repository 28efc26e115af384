import { Button, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '#contract/dashboard/overview.ts'
import { roleAllows } from '#contract/dashboard/route.ts'
import { ShareStore, useShared } from '../../parts/copying/share-link.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { Card } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './overview.module.css'

const words = texts.overview

/** Where each step is taken, and who may take it. */
const SELLING = [
  { name: 'product', to: '/s/$store/products/new', hash: '', role: 'staff' },
  { name: 'policies', to: '/s/$store/settings/policies', hash: '', role: 'manager' },
  { name: 'payment', to: '/s/$store/settings', hash: 'payment', role: 'owner' },
  { name: 'share', to: undefined, hash: '', role: 'staff' },
] as const
/** Steps that are not needed for selling. */
const DEVELOPING = [
  { name: 'key', to: '/s/$store/developer', hash: 'key', role: 'owner' },
  { name: 'webhook', to: '/s/$store/developer', hash: 'webhooks', role: 'manager' },
] as const

type Step = (typeof SELLING)[number] | (typeof DEVELOPING)[number]
type Taken = Record<Step['name'], boolean>

/** The steps done, and how many are left for selling. A store with real orders counts as having shared its address. */
export function useSteps(overview: Overview | undefined) {
  const { shared } = useShared()
  const { role } = useStore()
  const hasCustomers = overview !== undefined && overview.orders > overview.test_orders
  const taken: Taken | undefined = overview && { ...overview.steps, share: shared || hasCustomers }
  const left = SELLING.filter(({ name }) => taken && !taken[name])
  return { taken, left: left.length, mine: left.filter((step) => roleAllows(role, step.role)).length }
}

/** Shows all steps to a new store, and later only those left for selling. */
export function Steps({ taken, later }: { taken: Taken; later?: boolean }) {
  const { role } = useStore()
  const isShown = ({ name, role: needed }: Step) => !later || (!taken[name] && roleAllows(role, needed))
  const first = SELLING.find(({ name }) => !taken[name])?.name
  const done = SELLING.filter(({ name }) => taken[name]).length
  return (
    <Card title={words.stepsTitle} note={words.stepsDone(done, SELLING.length)} flush>
      <ol className={styles.steps}>
        {SELLING.filter(isShown).map((step) => (
          <StepLine
            key={step.name}
            step={step}
            isTaken={taken[step.name]}
            mark={SELLING.indexOf(step) + 1}
            isFirst={step.name === first}
            later={later}
          />
        ))}
      </ol>
      {!later && (
        <>
          <div className={styles.aside}>
            <Title order={3}>{words.developers}</Title>
            <p className="soft small">{words.developersNote}</p>
          </div>
          <ul className={styles.steps}>
            {DEVELOPING.map((step) => (
              <StepLine
                key={step.name}
                step={step}
                isTaken={taken[step.name]}
                mark={<Icon name={step.name === 'key' ? 'key' : 'hook'} size={18} />}
              />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

interface LineProps {
  step: Step
  isTaken: boolean
  mark: ReactNode
  isFirst?: boolean
  later?: boolean | undefined
}

function StepLine({ step, isTaken, mark, isFirst, later }: LineProps) {
  const { slug, role } = useStore()
  const { markShared } = useShared()
  const { title, note, action } = words.steps[step.name]
  return (
    <li className={`${styles.step} ${isTaken ? styles.done : ''}`}>
      <span className={styles.mark} aria-hidden="true">
        {isTaken ? <Icon name="check" size={18} /> : mark}
      </span>
      <div className={styles.stepWords}>
        <strong>{title}</strong>
        <p className="soft small">{isTaken ? words.done : note}</p>
      </div>
      {!isTaken && step.to && roleAllows(role, step.role) && (
        <ButtonLink
          to={step.to}
          params={{ store: slug }}
          hash={step.hash}
          variant={isFirst ? 'filled' : 'default'}
        >
          {action}
        </ButtonLink>
      )}
      {step.name === 'share' && (
        <div className="inline">
          <ShareStore />
          {later && (
            <Button variant="subtle" onClick={markShared}>
              {action}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
