import type { OperationUse } from '#contract/dashboard/keys.ts'
import { type Column, DataTable } from '../../parts/lists/data-table.tsx'
import { Card } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import styles from './developer.module.css'

const words = texts.developer
const EVERY_MS = 30_000
const HEIGHT = 28

export function UseCard() {
  const { store_id } = useStore()
  const query = useCall('readUse', { store: store_id }, { every: EVERY_MS })
  return (
    <Card title={words.useTitle} note={words.useNote} flush>
      <Loaded query={query}>
        {({ operations }) => (
          <DataTable
            label={words.useTitle}
            columns={COLUMNS}
            rows={operations}
            rowKey={({ operation }) => operation}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** Sixty bars, one for each minute, with a line for the limit. The axis starts at zero. */
function Minutes({ use }: { use: OperationUse }) {
  return (
    <svg
      className={styles.minutes}
      viewBox={`0 0 ${use.minutes.length * 3} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line x1="0" x2={use.minutes.length * 3} y1="0.5" y2="0.5" />
      {use.minutes.map((requests, minute) => {
        const height = Math.min(HEIGHT, (requests / use.per_minute) * HEIGHT)
        // biome-ignore lint/suspicious/noArrayIndexKey: a minute is its place.
        return <rect key={minute} x={minute * 3} width="2" y={HEIGHT - height} height={height} />
      })}
    </svg>
  )
}

const COLUMNS: Column<OperationUse>[] = [
  {
    key: 'operation',
    head: words.useColumns.operation,
    main: true,
    cell: ({ operation, method, path }) => (
      <>
        <strong>{words.operations[operation] ?? operation}</strong>
        <code className={styles.path}>
          {method} {path}
        </code>
      </>
    ),
  },
  { key: 'minutes', head: words.useColumns.chart, cell: (use) => <Minutes use={use} /> },
  {
    key: 'total',
    head: words.useColumns.hour,
    end: true,
    wide: true,
    cell: ({ total }) => words.useTotal(total),
  },
  {
    key: 'busiest',
    head: words.useColumns.busiest,
    end: true,
    cell: ({ busiest_minute, per_minute }) => words.useOf(busiest_minute, per_minute),
  },
]
