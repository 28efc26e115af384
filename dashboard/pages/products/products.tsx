import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ProductLine } from '#contract/dashboard/products.ts'
import { ROUTES } from '#contract/dashboard.ts'
import { urlOf } from '../../api.ts'
import { Icon } from '../../parts/icons.tsx'
import { ButtonLink, DownloadLink } from '../../parts/links.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { useChosen } from '../../parts/lists/use-chosen.ts'
import { Card, Page } from '../../parts/page.tsx'
import { isEmpty } from '../../parts/query-state.ts'
import { Empty, NothingFound } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { ChosenProducts } from './many/chosen-products.tsx'
import { productColumns } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'

const words = texts.products
const nameOf = ({ name }: ProductLine) => name

export function ProductsPage() {
  const store = useStore()
  const list = useSearch({ from: '/signed-in/s/$store/products' })
  const { page: _page, ...search } = list
  const query = useCall('listProducts', { store: store.store_id, ...search }, { keep: true })
  const { after: _after, ...filters } = search
  const chosen = useChosen(query.data?.items ?? [], filters)
  const columns = useMemo(() => productColumns(store.slug, list), [store.slug, list])
  const file = urlOf(ROUTES.exportProducts, { store: store.store_id, ...filters })
  const filtered = Boolean(search.search || search.filter || search.category)
  const none = isEmpty(query) && !filtered && !search.after
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={<ProductActions hasProducts={!none} filtered={filtered} file={file} />}
    >
      <Card flush>
        {!none && <ProductFilters />}
        <PagedTable
          query={query}
          counted={words.counted}
          empty={(next) =>
            none ? (
              <Empty
                picture="shelf"
                title={words.emptyTitle}
                sentence={words.empty}
                action={<AddProduct />}
              />
            ) : (
              <NothingFound next={next} />
            )
          }
          label={words.title}
          columns={columns}
          rowKey={({ id }) => id}
          opens
          choosing={{ chosen, nameOf }}
        />
      </Card>
      <ChosenProducts chosen={chosen} list={list} />
    </Page>
  )
}

function AddProduct() {
  const params = { store: useStore().slug }
  return (
    <ButtonLink to="/s/$store/products/new" params={params} leftSection={<Icon name="plus" size={18} />}>
      {words.add}
    </ButtonLink>
  )
}

interface Actions {
  hasProducts: boolean
  filtered: boolean
  file: string
}

/** Without products, the empty list itself offers to add the first. The file holds the products listed. */
function ProductActions({ hasProducts, filtered, file }: Actions) {
  const { slug } = useStore()
  return (
    <>
      <ButtonLink
        to="/s/$store/products/import"
        params={{ store: slug }}
        variant="default"
        leftSection={<Icon name="upload" size={18} />}
      >
        {words.import}
      </ButtonLink>
      {hasProducts && (
        <>
          <DownloadLink href={file}>
            {filtered ? (
              <>
                <span className="phone-only">{words.export}</span>
                <span className="laptop-only">{words.exportThese}</span>
              </>
            ) : (
              words.export
            )}
          </DownloadLink>
          <AddProduct />
        </>
      )}
    </>
  )
}
