import { NativeSelect } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { PRODUCT_FILTERS } from '#contract/dashboard/products.ts'
import { Filters, useFilters } from '../../parts/lists/filters.tsx'
import { SearchBox } from '../../parts/lists/search-box.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.products

export function ProductFilters() {
  const { store_id } = useStore()
  const search = useSearch({ from: '/signed-in/s/$store/products' })
  const filter = useFilters()
  const categories = useCall('listCategories', { store: store_id }).data?.categories ?? []
  return (
    <Filters>
      <SearchBox
        label={words.search}
        value={search.search ?? ''}
        onSearch={(text) => filter({ search: text })}
      />
      <NativeSelect
        aria-label={words.filterLabel}
        value={search.filter ?? ''}
        onChange={(event) => filter({ filter: event.currentTarget.value })}
        data={[
          { value: '', label: words.allProducts },
          ...PRODUCT_FILTERS.map((value) => ({ value, label: words.filters[value] })),
        ]}
      />
      {categories.length > 0 && (
        <NativeSelect
          aria-label={words.categoryLabel}
          value={search.category ?? ''}
          onChange={(event) => filter({ category: event.currentTarget.value })}
          data={[
            { value: '', label: words.allCategories },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Filters>
  )
}
