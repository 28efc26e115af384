import { NativeSelect } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { PRODUCT_FILTERS, type ProductLine } from '#contract/dashboard/products.ts'
import { ROUTES } from '#contract/dashboard.ts'
import { urlOf } from '../../api.ts'
import { Icon } from '../../parts/icons.tsx'
import { ButtonLink, DownloadLink } from '../../parts/links.tsx'
import { type Column, rowLink } from '../../parts/lists/data-table.tsx'
import { Filters, useFilters } from '../../parts/lists/filters.tsx'
import { PagedTable } from '../../parts/lists/paged-table.tsx'
import { SearchBox } from '../../parts/lists/search-box.tsx'
import { useChosen } from '../../parts/lists/use-chosen.ts'
import { Card, Page } from '../../parts/page.tsx'
import { Price, Stock, Thumb } from '../../parts/product-bits.tsx'
import { Empty, NothingFound } from '../../parts/states.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { ChosenProducts } from './many/chosen-products.tsx'

const words = texts.products

export function ProductsPage() {
  const store = useStore()
  const list = useSearch({ from: '/signed-in/s/$store/products' })
  const { page: _page, ...search } = list
  const query = useCall('listProducts', { store: store.store_id, ...search }, { keep: true })
  const { after: _after, ...filters } = search
  const chosen = useChosen(query.data?.items ?? [], filters)
  const params = { store: store.slug }
  const filtered = Boolean(search.search || search.filter || search.category)
  const none = query.data?.items.length === 0 && !filtered && !search.after && !query.data.next
  const addButton = (
    <ButtonLink to="/s/$store/products/new" params={params} leftSection={<Icon name="plus" size={18} />}>
      {words.add}
    </ButtonLink>
  )
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ButtonLink
            to="/s/$store/products/import"
            params={params}
            variant="default"
            leftSection={<Icon name="upload" size={18} />}
          >
            {words.import}
          </ButtonLink>
          {!none && (
            <>
              <DownloadLink href={urlOf(ROUTES.exportProducts, { store: store.store_id })}>
                {words.export}
              </DownloadLink>
              {addButton}
            </>
          )}
        </>
      }
    >
      <Card flush>
        {!none && <ProductFilters />}
        <PagedTable
          query={query}
          counted={words.counted}
          empty={(next) =>
            none ? (
              <Empty picture="shelf" title={words.emptyTitle} sentence={words.empty} action={addButton} />
            ) : (
              <NothingFound next={next} />
            )
          }
          label={words.title}
          columns={columns(store.slug, list)}
          rowKey={({ id }) => id}
          opens
          choosing={{ chosen, nameOf: ({ name }) => name }}
        />
      </Card>
      <ChosenProducts chosen={chosen} list={list} />
    </Page>
  )
}

function ProductFilters() {
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

const columns = (store: string, list: object): Column<ProductLine>[] => [
  {
    key: 'product',
    head: words.columns.product,
    main: true,
    cell: (product) => (
      <span className="with-thumb">
        <Thumb src={product.primary_image} />
        <span>
          <Link
            to="/s/$store/products/$product"
            params={{ store, product: product.id }}
            state={{ list }}
            className={rowLink}
          >
            {product.name}
          </Link>
          {product.categories.length > 0 && (
            <span className="soft small block">{product.categories.join(', ')}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    key: 'state',
    head: words.columns.state,
    cell: (product) => <State product={product} />,
  },
  { key: 'stock', head: words.columns.stock, end: true, cell: ({ stock }) => <Stock stock={stock} /> },
  { key: 'price', head: words.columns.price, end: true, cell: (product) => <Price product={product} /> },
  {
    key: 'changed',
    head: words.columns.changed,
    end: true,
    wide: true,
    cell: ({ updated_at }) => <Time at={updated_at} short />,
  },
]

/** That a product is shown goes without saying where room is short. */
function State({ product: { is_active, is_sale } }: { product: ProductLine }) {
  if (is_active && !is_sale) return <span className="soft laptop-only">{words.shown}</span>
  return (
    <span className="inline">
      {!is_active && <Badge tone="quiet">{words.hidden}</Badge>}
      {is_sale && <Badge tone="warn">{words.sale}</Badge>}
    </span>
  )
}
