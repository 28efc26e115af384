import { Button } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import styles from './filters.module.css'

/** Changes the filters in the URL and goes back to the first page. */
export function useFilters() {
  const navigate = useNavigate()
  return (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      replace: true,
      search: ((old: object) => {
        const merged = { ...old, ...change, after: undefined, page: undefined }
        return Object.fromEntries(Object.entries(merged).filter(([, value]) => value))
      }) as never,
    })
}

export function Filters({ children }: { children: ReactNode }) {
  const filter = useFilters()
  const set = Object.entries(useSearch({ strict: false })).filter(
    ([name]) => name !== 'page' && name !== 'after',
  )
  const clear = () => filter(Object.fromEntries(set.map(([name]) => [name, undefined])))
  return (
    <search className={styles.filters}>
      {children}
      {set.length > 0 && (
        <Button variant="subtle" color="gray" onClick={clear}>
          {texts.actions.clearFilters}
        </Button>
      )}
    </search>
  )
}
