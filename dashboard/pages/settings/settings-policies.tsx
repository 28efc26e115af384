import { roleAllows } from '#contract/dashboard/route.ts'
import { POLICY_WORDS } from '#contract/policies.ts'
import { Icon } from '../../parts/icons.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { Card } from '../../parts/page.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './settings-policies.module.css'

const words = texts.policies

export function PoliciesCard() {
  const { store_id, slug, role } = useStore()
  const policies = useCall('listPolicies', { store: store_id }).data?.policies
  const shown = policies?.filter(({ page }) => page !== null).length
  return (
    <Card
      title={words.card}
      note={words.cardNote}
      action={
        <ButtonLink to="/s/$store/settings/policies" params={{ store: slug }} variant="default">
          {roleAllows(role, 'manager') ? words.open : words.look}
        </ButtonLink>
      }
    >
      {shown !== undefined && <p>{words.lead(shown)}</p>}
    </Card>
  )
}

/** What Razorpay requires before it activates an account for real money, and which parts the store has. */
export function RazorpayWants() {
  const { store_id, slug } = useStore()
  const policies = useCall('listPolicies', { store: store_id }).data?.policies
  if (!policies) return null
  if (policies.every(({ missing }) => !missing)) return <p className="soft">{words.wantedAll}</p>
  return (
    <div className="stack-tight">
      <p>{words.wanted}</p>
      <ul className={styles.wanted}>
        {policies.map(({ kind, missing }) => (
          <li key={kind} className={missing ? styles.missing : styles.there}>
            <Icon name={missing ? 'alert' : 'check'} size={18} />
            <span>
              <TextLink to="/s/$store/settings/policies/$policy" params={{ store: slug, policy: kind }}>
                {POLICY_WORDS[kind].title}
              </TextLink>
              {`: ${missing ? words.isMissing : words.isThere}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
