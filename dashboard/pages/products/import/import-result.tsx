import { Button } from '@mantine/core'
import { csvLine } from '#contract/csv.ts'
import type { ImportOutcome } from '#contract/dashboard/products.ts'
import { Icon } from '../../../parts/icons.tsx'
import { type Column, DataTable } from '../../../parts/lists/data-table.tsx'
import { Card } from '../../../parts/page.tsx'
import { texts } from '../../../texts.ts'
import styles from './import-result.module.css'
import type { CsvRow } from './read-csv.ts'
import type { useImport } from './use-import.ts'

const words = texts.products
const MOST_SHOWN = 100
/** When to revoke the object URL: Safari reads the file only after asking whether to save it. */
const READ_BY_THEN_MS = 60_000
type Refused = ImportOutcome['refused'][number]

export function ImportResult({ work }: { work: ReturnType<typeof useImport> }) {
  const { created, updated, refused } = work.outcome
  return (
    <Card
      title={words.importDone(created, updated)}
      note={
        refused.length > 0 ? words.importRefused(refused.length) : work.finished && words.importNoneRefused
      }
      flush
      action={
        refused.length > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => saveRefused(work)}
          >
            {words.importRefusedFile}
          </Button>
        )
      }
    >
      {refused.length > 0 && (
        <DataTable
          label={words.importRefused(refused.length)}
          columns={columns(work.file?.rows ?? [])}
          rows={refused.slice(0, MOST_SHOWN)}
          rowKey={({ row }) => String(row)}
        />
      )}
      {refused.length > MOST_SHOWN && (
        <p className={`${styles.rest} soft small`}>{words.importMore(refused.length - MOST_SHOWN)}</p>
      )}
    </Card>
  )
}

const columns = (rows: readonly CsvRow[]): Column<Refused>[] => [
  { key: 'row', head: words.importRow, cell: ({ row }) => `${words.importRow} ${rows[row - 1]?.number}` },
  { key: 'name', head: words.importName, cell: ({ name }) => name },
  { key: 'why', head: words.importWhy, main: true, cell: ({ sentence }) => sentence },
]

/** Saves the refused rows with the reason in an extra column, so that the seller can correct and import them again. */
function saveRefused({ file, outcome }: ReturnType<typeof useImport>) {
  if (!file) return
  const lines = outcome.refused.map(({ row, sentence }) => {
    const { cells = [] } = file.rows[row - 1] ?? {}
    const missing = Array.from({ length: Math.max(0, file.titles.length - cells.length) }, () => '')
    return csvLine([...cells, ...missing, sentence])
  })
  const blob = new Blob(['\ufeff', csvLine([...file.titles, words.importWhy]), ...lines], {
    type: 'text/csv',
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `refused-${file.name}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_BY_THEN_MS)
}
