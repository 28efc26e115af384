import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ORDER_FILTERS } from '#contract/dashboard/orders.ts'
import styles from '../../parts/lists/filters.module.css'
import { Filters, useFilters } from '../../parts/lists/filters.tsx'
import { SearchBox } from '../../parts/lists/search-box.tsx'
import { useTyped } from '../../parts/lists/use-typed.ts'
import { texts } from '../../texts.ts'

const words = texts.orders

/** The filters of the list, kept in the URL. On a phone the dates are hidden until asked for, unless one is set. */
export function OrderFilters() {
  const search = useSearch({ from: '/signed-in/s/$store/orders' })
  const filter = useFilters()
  const [unfolded, unfold] = useState(false)
  const isDated = Boolean(search.from || search.to)
  const days = unfolded || isDated ? styles.day : `${styles.day} ${styles.folded}`
  return (
    <Filters>
      <SearchBox
        label={words.search}
        hint={words.searchHint}
        value={search.search ?? ''}
        onSearch={(text) => filter({ search: text })}
      />
      <NativeSelect
        aria-label={words.statusLabel}
        value={search.status ?? ''}
        onChange={(event) => filter({ status: event.currentTarget.value })}
        data={[
          { value: '', label: words.allStatuses },
          ...ORDER_FILTERS.map((value) => ({ value, label: words.filters[value] })),
        ]}
      />
      {!isDated && (
        <Button
          className={styles.unfold}
          variant="default"
          aria-expanded={unfolded}
          onClick={() => unfold(!unfolded)}
        >
          {words.dates}
        </Button>
      )}
      <DayInput className={days} label={words.from} value={search.from} onDay={(from) => filter({ from })} />
      <DayInput className={days} label={words.to} value={search.to} onDay={(to) => filter({ to })} />
    </Filters>
  )
}

/** Ignores half-typed years: on the way to 2026 the field holds 0002. */
const isWhole = (day: string) => day === '' || day >= '1900'

interface DayProps {
  className: string | undefined
  label: string
  value: string | undefined
  onDay: (day: string) => void
}

function DayInput({ className, label, value = '', onDay }: DayProps) {
  const { typed, type } = useTyped(value, (day) => isWhole(day) && onDay(day))
  return (
    <div className={className}>
      <label htmlFor={`day-${label}`}>{label}</label>
      <TextInput
        id={`day-${label}`}
        type="date"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </div>
  )
}
