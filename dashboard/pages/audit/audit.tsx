import { useSearch } from '@tanstack/react-router'
import type { AuditLine } from '#contract/dashboard/audit.ts'
import type { Column } from '../../parts/lists/data-table.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { auditWords } from './audit-words.ts'

const words = texts.store.audit

export function AuditPage() {
  const { store_id } = useStore()
  const { after } = useSearch({ from: '/signed-in/s/$store/audit' })
  const query = useCall('listAudit', { store: store_id, ...(after && { after }) }, { keep: true })
  return (
    <Page title={words.title} lead={words.lead}>
      <Card flush>
        <PagedTable
          query={query}
          counted={words.counted}
          empty={() => <Empty picture="ledger" title={words.emptyTitle} sentence={words.empty} />}
          label={words.title}
          columns={COLUMNS}
          rowKey={({ id }) => id}
        />
      </Card>
    </Page>
  )
}

const COLUMNS: Column<AuditLine>[] = [
  {
    key: 'what',
    head: words.columns.what,
    main: true,
    cell: (line) => (
      <>
        <strong>{words.actions[line.action] ?? line.action}</strong>
        <span className="soft small block">{auditWords(line)}</span>
      </>
    ),
  },
  {
    key: 'who',
    head: words.columns.who,
    cell: ({ actor, actor_email }) => <span title={actor_email}>{actor}</span>,
  },
  { key: 'when', head: words.columns.when, end: true, cell: ({ at }) => <Time at={at} /> },
]
