import { Link } from '@tanstack/react-router'
import type { ProductLine } from '#contract/dashboard/products.ts'
import { type Column, rowLink } from '../../parts/lists/data-table.tsx'
import { Price, Stock, Thumb } from '../../parts/product-bits.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'

const words = texts.products

export const productColumns = (store: string, list: object): Column<ProductLine>[] => [
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

/** Says nothing for a visible product where space is short. */
function State({ product: { is_active, is_sale } }: { product: ProductLine }) {
  if (is_active && !is_sale) return <span className="soft laptop-only">{words.shown}</span>
  return (
    <span className="inline">
      {!is_active && <Badge tone="quiet">{words.hidden}</Badge>}
      {is_sale && <Badge tone="warn">{words.sale}</Badge>}
    </span>
  )
}
