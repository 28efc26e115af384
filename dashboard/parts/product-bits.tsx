import { LOW_STOCK, type ProductLine } from '#contract/dashboard/products.ts'
import { money } from '../format.ts'
import { texts } from '../texts.ts'
import { Icon } from './icons.tsx'
import styles from './product-bits.module.css'
import { SmallPicture } from './small-picture.tsx'
import { Badge } from './status.tsx'

export function Thumb({ src }: { src: string | null }) {
  return (
    <SmallPicture src={src} className={styles.thumb} edge={44} lazy>
      <Icon name="products" />
    </SmallPicture>
  )
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
