import { Button, Progress } from '@mantine/core'
import { ROUTES } from '#contract/dashboard.ts'
import { unknownTitles } from '#contract/product-csv.ts'
import { urlOf } from '../../../api.ts'
import { LeaveDialog } from '../../../parts/dialogs/leave-dialog.tsx'
import { DropZone } from '../../../parts/drop-zone.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Card, Page } from '../../../parts/page.tsx'
import { Problem } from '../../../parts/states.tsx'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { ImportResult } from './import-result.tsx'
import { type CsvFile, useImport } from './use-import.ts'

const words = texts.products

/** Windows with Excel and older Androids have labels of their own for CSV files. */
const CSV_FILES = {
  'text/csv': ['.csv'],
  'text/comma-separated-values': ['.csv'],
  'application/vnd.ms-excel': ['.csv'],
}

export function ImportPage() {
  const { slug, store_id } = useStore()
  const work = useImport(store_id)
  return (
    <Page
      title={words.importTitle}
      lead={words.importLead}
      back={{ to: '/s/$store/products', params: { store: slug }, label: words.back }}
      narrow
    >
      <Card>
        <div className="stack">
          {work.file ? (
            <Chosen file={work.file} work={work} />
          ) : (
            <Choose onFile={(file) => void work.choose(file)} onRefuse={work.refuse} />
          )}
          {work.problem !== undefined && <Problem error={work.problem} />}
          {work.note && (
            <p role="alert" className="wrong">
              {work.note}
            </p>
          )}
        </div>
      </Card>
      {work.file && work.done > 0 && <ImportResult work={work} />}
      <p className="soft small">
        {words.importRule}{' '}
        <a href={urlOf(ROUTES.exportProducts, { store: store_id })} download className="quiet-link">
          {words.importTemplate}
        </a>
      </p>
      <LeaveDialog
        asks={work.isRunningNow}
        title={words.importLeaveTitle}
        note={words.importLeave}
        onLeave={work.stop}
        afterwards="stay"
      />
      {work.finished && (
        <div>
          <ButtonLink to="/s/$store/products" params={{ store: slug }}>
            {words.toProducts}
          </ButtonLink>
        </div>
      )}
    </Page>
  )
}

interface ChooseProps {
  onFile: (file: File) => void
  onRefuse: (sentence: string) => void
}

function Choose({ onFile, onRefuse }: ChooseProps) {
  return (
    <DropZone
      multiple={false}
      accept={CSV_FILES}
      onFiles={(files, refused) => {
        const [file] = files
        const [other] = refused
        if (files.length + refused.length > 1) onRefuse(words.importOneFile)
        else if (file) onFile(file)
        else if (other) onRefuse(words.importNoCsv(other.file.name))
      }}
      byMouse={words.importDrop}
      byThumb={words.importChoose}
    />
  )
}

function Chosen({ file, work }: { file: CsvFile; work: ReturnType<typeof useImport> }) {
  const all = file.rows.length
  const unknown = unknownTitles(file.titles)
  return (
    <>
      <p>
        <strong>{words.importReady(all, file.name)}</strong>
      </p>
      {unknown.length > 0 && <p role="status">{words.importUnknown(unknown)}</p>}
      {(work.running || work.done > 0) && (
        <div>
          <Progress
            value={all === 0 ? 0 : (work.done / all) * 100}
            aria-label={words.importRunning(work.done, all)}
            transitionDuration={100}
          />
          <p className="soft small" role="status">
            {words.importRunning(work.done, all)}
          </p>
        </div>
      )}
      <div className="inline">
        {work.running ? (
          <Button variant="default" onClick={work.stop}>
            {words.importStop}
          </Button>
        ) : (
          <>
            {!work.finished && (
              <Button disabled={all === 0} onClick={() => void work.start()}>
                {work.done > 0 ? words.importAgain : words.importStart(all)}
              </Button>
            )}
            <Button variant="default" onClick={work.clear}>
              {words.importOther}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
