import { Link } from '@tanstack/react-router'
import type { Overview } from '#contract/dashboard/overview.ts'
import lines from '../../parts/lines.module.css'
import { rowLink } from '../../parts/lists/data-table.tsx'
import { Card } from '../../parts/page.tsx'
import { Stock, Thumb } from '../../parts/product-bits.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const MOST = 5

export function LowStock({ products }: { products: Overview['low_stock'] }) {
  const { slug } = useStore()
  return (
    <Card
      title={texts.overview.lowStock}
      action={
        products.length > MOST && (
          <Link
            to="/s/$store/products"
            params={{ store: slug }}
            search={{ filter: 'low_stock' }}
            className="quiet-link"
          >
            {texts.overview.lowStockAll}
          </Link>
        )
      }
    >
      {products.length === 0 && <p className="soft">{texts.overview.lowStockNone}</p>}
      <ul className={lines.list}>
        {products.slice(0, MOST).map(({ id, name, stock, primary_image }) => (
          <li key={id} className={lines.line}>
            <Thumb src={primary_image} />
            <Link to="/s/$store/products/$product" params={{ store: slug, product: id }} className={rowLink}>
              {name}
            </Link>
            <span>
              <Stock stock={stock} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
