import { useEffect, useRef, useState } from 'react'
import { IMPORT_ROWS_MOST, type ImportOutcome } from '#contract/dashboard/products.ts'
import { columnsUnder } from '#contract/product-csv.ts'
import { call } from '../../api.ts'
import { useRefresh } from '../../queries.ts'
import { texts } from '../../texts.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

export interface CsvFile {
  name: string
  id: string
  titles: string[]
  rows: CsvRow[]
}

const NOTHING: ImportOutcome = { created: 0, updated: 0, refused: [] }
const PART = Math.min(50, IMPORT_ROWS_MOST)

/** Some systems call an old spreadsheet by the same type as a CSV file. */
const SPREADSHEET = /\.(xlsx?|ods|numbers)$/i

/** Sends a file part by part. A part sent twice does nothing twice, so a stop or a lost answer is harmless. */
export function useImport(store: string) {
  const refresh = useRefresh()
  const [file, setFile] = useState<CsvFile>()
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<ImportOutcome>(NOTHING)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [note, setNote] = useState<string>()
  const stopped = useRef(false)

  const clear = () => {
    setFile(undefined)
    setDone(0)
    setOutcome(NOTHING)
    setProblem(undefined)
    setNote(undefined)
  }
  const refuse = (sentence: string) => {
    clear()
    setNote(sentence)
  }
  const choose = async (chosen: File) => {
    clear()
    if (SPREADSHEET.test(chosen.name)) return setNote(texts.products.importNoCsv(chosen.name))
    const [first, ...rows] = readCsv(new Uint8Array(await chosen.arrayBuffer()))
    const titles = first?.cells ?? []
    if (!columnsUnder(titles).includes('name')) return setNote(texts.products.importNoTitles(chosen.name))
    setFile({ name: chosen.name, id: crypto.randomUUID(), titles, rows })
    if (rows.length === 0) setNote(texts.products.importEmpty)
  }
  const start = async () => {
    if (!file) return
    stopped.current = false
    setRunning(true)
    setProblem(undefined)
    setNote(undefined)
    try {
      for (let at = done; at < file.rows.length; at += PART) {
        if (stopped.current) return setNote(texts.products.importStopped)
        const rows = file.rows.slice(at, at + PART)
        const part = await call('importProducts', {
          store,
          import_id: file.id,
          first_row: at + 1,
          rows_in_all: file.rows.length,
          titles: file.titles,
          rows: rows.map(({ cells }) => cells),
        })
        setOutcome((old) => ({
          created: old.created + part.created,
          updated: old.updated + part.updated,
          refused: [...old.refused, ...part.refused],
        }))
        setDone(at + rows.length)
      }
    } catch (error) {
      setProblem(error)
    } finally {
      setRunning(false)
      await refresh('listProducts', 'overview')
    }
  }
  const stop = () => {
    stopped.current = true
  }
  // However the page is left, nothing more is sent from it.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const isRunningNow = () => running
  const finished = file !== undefined && done > 0 && done >= file.rows.length
  return {
    file,
    done,
    outcome,
    running,
    isRunningNow,
    problem,
    note,
    finished,
    choose,
    refuse,
    start,
    stop,
    clear,
  }
}
