import { Link } from '@tanstack/react-router'
import type { PolicyState } from '#contract/dashboard/policies.ts'
import { POLICY_WORDS } from '#contract/policies.ts'
import { type Column, DataTable, rowLink } from '../../parts/lists/data-table.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.policies

export function PoliciesPage() {
  const { store_id, slug } = useStore()
  const query = useCall('listPolicies', { store: store_id })
  const shown = query.data?.policies.filter(({ page }) => page !== null).length
  return (
    <Page
      title={words.title}
      lead={shown !== undefined && words.lead(shown)}
      back={{ to: '/s/$store/settings', params: { store: slug }, label: words.toSettings }}
      narrow
    >
      <p className="soft">{words.note}</p>
      <Card flush>
        <Loaded query={query}>
          {({ policies }) => (
            <DataTable
              label={words.title}
              rows={policies}
              rowKey={({ kind }) => kind}
              columns={columns(slug)}
              opens
            />
          )}
        </Loaded>
      </Card>
    </Page>
  )
}

const columns = (store: string): Column<PolicyState>[] => [
  {
    key: 'name',
    head: words.columns.name,
    main: true,
    cell: ({ kind }) => (
      <>
        <Link to="/s/$store/settings/policies/$policy" params={{ store, policy: kind }} className={rowLink}>
          {POLICY_WORDS[kind].title}
        </Link>
        <span className="soft small block">{words.about[kind]}</span>
      </>
    ),
  },
  { key: 'state', head: words.columns.state, cell: (policy) => <State policy={policy} /> },
]

function State({ policy: { page, saved_at, missing } }: { policy: PolicyState }) {
  if (page === null) return <Badge tone="warn">{words.notWritten}</Badge>
  if (missing) return <Badge tone="warn">{words.incomplete}</Badge>
  return (
    <span className="small">
      <Badge tone="good">{words.shown}</Badge>{' '}
      {saved_at && (
        <span className="soft">
          <span className="unseen">{words.shownSince}</span> <Time at={saved_at} short />
        </span>
      )}
    </span>
  )
}
