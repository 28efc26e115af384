import { type KeyboardEvent, useState } from 'react'
import { RAZORPAY_LEAST_PAISE } from '#contract/dashboard/store.ts'
import { money } from '../../../format.ts'
import { CountedText, Rupees, Tags, Toggle, Whole } from '../../../forms/fields.tsx'
import { FormNotices, plainly } from '../../../forms/form-notices.tsx'
import { SaveBar } from '../../../forms/save-bar.tsx'
import type { Form } from '../../../forms/use-form.ts'
import { Card } from '../../../parts/page.tsx'
import { texts } from '../../../texts.ts'
import { CategoriesField } from './categories-field.tsx'
import { MetadataEditor } from './metadata-editor.tsx'
import { PictureDrop } from './picture-drop.tsx'
import { PRODUCT_LABELS } from './product-labels.ts'
import type { ProductValues } from './product-values.ts'
import { QuestionsEditor } from './questions-editor.tsx'

const words = texts.products

const AMOUNTS: readonly string[] = [
  'price',
  'current_price',
  'shipping_cost',
] satisfies (keyof ProductValues)[]
const tell = (name: string, value: unknown) =>
  AMOUNTS.includes(name) && value !== '' ? money(Number(value)) : plainly(name, value)

export function ProductForm({
  form,
  action,
  isNew,
}: {
  form: Form<ProductValues>
  action: string
  isNew?: boolean
}) {
  const [reading, setReading] = useState(false)
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (!reading) void form.submit()
  }
  return (
    <form onSubmit={submit} onKeyDown={isNew ? keepFromSending : undefined} noValidate className="stack">
      <FormNotices form={form} labels={PRODUCT_LABELS} tell={tell} />
      <Card title={words.cards.basics}>
        <div className="stack">
          <CountedText form={form} name="name" label={words.name} rule={words.nameRule} />
          <CountedText
            form={form}
            name="description"
            label={words.description}
            rule={words.descriptionRule}
            rows={4}
          />
          <CountedText
            form={form}
            name="short_description"
            label={words.shortDescription}
            rule={words.shortDescriptionRule}
          />
        </div>
      </Card>
      <Card title={words.cards.pictures}>
        <PictureDrop form={form} reading={reading} onReading={setReading} />
      </Card>
      <PriceCard form={form} />
      <ChoicesCard form={form} />
      <Card title={words.cards.questions} note={words.questionsRule}>
        <QuestionsEditor form={form} />
      </Card>
      <Card title={words.cards.notes}>
        <div className="stack">
          <CountedText form={form} name="internal_note" label={words.note} rule={words.noteRule} rows={2} />
          <MetadataEditor form={form} />
        </div>
      </Card>
      <SaveBar form={form} action={action} always={isNew ?? false} waits={reading} />
    </form>
  )
}

/** Enter does not submit a new product, because an accidental Enter would show customers an unfinished one. */
function keepFromSending(event: KeyboardEvent) {
  const { key, target } = event
  // In a field of files, Enter lets choose some.
  if (key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'file') event.preventDefault()
}

/** States the limits in advance: an order's total may be above the maximum or below the smallest payment. */
function priceRule({ price, current_price, shipping_cost }: ProductValues) {
  const paid = Number(current_price === '' ? price : current_price)
  const paise = Math.round((paid + Number(shipping_cost)) * 100)
  if (price !== '' && paid > Number(price)) return <span className="wrong">{words.aboveMrp}</span>
  if (paise > 0 && paise < RAZORPAY_LEAST_PAISE) return words.belowLeast(money(RAZORPAY_LEAST_PAISE / 100))
  return current_price === '' && paid > 0 ? words.currentPriceSame(money(paid)) : words.currentPriceRule
}

function PriceCard({ form }: { form: Form<ProductValues> }) {
  const { price } = form.values
  return (
    <Card title={words.cards.price}>
      <div className="pairs">
        <Rupees form={form} name="price" label={words.price} rule={words.priceRule} />
        <Rupees
          form={form}
          name="current_price"
          label={words.currentPrice}
          rule={priceRule(form.values)}
          placeholder={price === '' ? '' : money(Number(price))}
        />
        <Rupees form={form} name="shipping_cost" label={words.shipping} rule={words.shippingRule} />
        <Whole form={form} name="stock" label={words.stock} rule={words.stockRule} />
        <Toggle form={form} name="is_sale" label={words.isSale} rule={words.isSaleRule} />
        <Toggle form={form} name="is_active" label={words.isActive} rule={words.isActiveRule} />
      </div>
    </Card>
  )
}

function ChoicesCard({ form }: { form: Form<ProductValues> }) {
  return (
    <>
      <Card title={words.categories}>
        <CategoriesField form={form} />
      </Card>
      <Card title={words.cards.choices} note={words.choicesNote}>
        <div className="stack">
          <Tags form={form} name="variations" label={words.variations} rule={words.variationsRule} />
          <Tags form={form} name="size" label={words.size} rule={words.sizeRule} />
          <Tags form={form} name="colors" label={words.colors} rule={words.colorsRule} />
        </div>
      </Card>
    </>
  )
}
