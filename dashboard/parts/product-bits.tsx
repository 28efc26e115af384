import { LOW_STOCK, type ProductLine } from '#contract/dashboard/products.ts'
import { money } from '../format.ts'
import { smallPicture } from '../small-picture.ts'
import { texts } from '../texts.ts'
import { Icon } from './icons.tsx'
import styles from './product-bits.module.css'
import { Badge } from './status.tsx'

export function Thumb({ src }: { src: string | null }) {
  if (!src)
    return (
      <span className={styles.thumb}>
        <Icon name="products" />
      </span>
    )
  return <img className={styles.thumb} src={smallPicture(src)} alt="" loading="lazy" width="44" height="44" />
}

export function Price({ product }: { product: Pick<ProductLine, 'price' | 'current_price'> }) {
  const reduced = product.current_price < product.price
  return (
    <span className={styles.price}>
      {money(product.current_price)}
      {reduced && <s className="soft small">{money(product.price)}</s>}
    </span>
  )
}

export function Stock({ stock }: { stock: number }) {
  if (stock === 0) return <Badge tone="bad">{texts.products.outOfStock}</Badge>
  if (stock <= LOW_STOCK) return <Badge tone="warn">{texts.products.inStock(stock)}</Badge>
  return <>{texts.products.inStock(stock)}</>
}
