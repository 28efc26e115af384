import { useState } from 'react'
import { type ProductChange, type ProductLine, SALE_PERCENT } from '#contract/dashboard/products.ts'
import { type AnswerOf, call } from '../../../api.ts'
import { money } from '../../../format.ts'
import { dropDraft } from '../../../forms/draft.ts'
import { NumberField } from '../../../forms/number-field.tsx'
import { Confirm } from '../../../parts/dialogs/dialog.tsx'
import type { QuestionProps } from '../../../parts/lists/use-question.ts'
import { useRefresh } from '../../../queries.ts'
import { useDraftKeys, useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { productDraft } from '../product/product-draft.ts'
import { cheaperWithoutSale, pricesAfterSale } from './many-changes.ts'

const words = texts.products

export interface Asked {
  change: ProductChange
  products: readonly ProductLine[]
}

export type Outcome = AnswerOf<'changeProducts'>

/** Asks before changing many products, then changes them. After a lost answer, pressing again shows the outcome. */
export function ChangeMany({ asked, opened, onClose, onDone }: QuestionProps<Asked, Outcome>) {
  const { change, products } = asked
  const forgotten = cheaperWithoutSale(products)
  const { store_id } = useStore()
  const refresh = useRefresh()
  const draftOf = useDraftKeys()
  const [percent, setPercent] = useState<number | string>('')
  const apply = async () => {
    try {
      const outcome = await call('changeProducts', {
        store: store_id,
        products: products.map(({ id }) => id),
        change,
        ...(change === 'sale' && { percent: Number(percent) }),
        ...(change === 'end_sale' && { prices: products.map(({ price }) => String(price)) }),
      })
      if (change === 'delete')
        for (const id of [...outcome.done, ...outcome.already]) dropDraft(draftOf(productDraft(id)))
      return outcome
    } finally {
      void refresh('readProduct', 'listProducts', 'overview')
    }
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={words.changeTitles[change](products.length)}
      action={words.changes[change]}
      onConfirm={apply}
      onDone={onDone}
      danger={change === 'delete'}
      ready={change !== 'sale' || isPercent(percent)}
      perhapsDone={texts.many.perhapsDone}
    >
      <p>{words.changeNotes[change](products.length)}</p>
      {change === 'sale' && forgotten > 0 && <p>{words.saleForgets(forgotten, products.length)}</p>}
      {change === 'end_sale' && <PricesAfterSale products={products} />}
      {change === 'sale' && (
        <NumberField
          label={words.percent}
          description={words.percentRule}
          name="percent"
          suffix="%"
          data-autofocus
          value={percent}
          error={percent !== '' && !isPercent(percent) && words.percentWrong}
          onChange={setPercent}
        />
      )}
    </Confirm>
  )
}

/** Typed values are not corrected: dropping the point would turn 12.5 into 125, which would be cut to the maximum. */
const isPercent = (percent: number | string) =>
  Number.isInteger(percent) && Number(percent) >= SALE_PERCENT.least && Number(percent) <= SALE_PERCENT.most

const MOST_NAMED = 5

function PricesAfterSale({ products }: Pick<Asked, 'products'>) {
  const prices = pricesAfterSale(products)
  const more = prices.length - MOST_NAMED
  if (prices.length === 0) return null
  return (
    <ul>
      {prices.slice(0, MOST_NAMED).map(({ id, name, before, after }) => (
        <li key={id}>{words.priceAfterSale(name, money(before), money(after))}</li>
      ))}
      {more > 0 && <li>{words.pricesMore(more)}</li>}
    </ul>
  )
}
