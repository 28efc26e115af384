import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { type ProductChange, type ProductLine, SALE_PERCENT } from '#contract/dashboard/products.ts'
import { type AnswerOf, call } from '../../../api.ts'
import { Confirm } from '../../../parts/dialogs/dialog.tsx'
import type { QuestionProps } from '../../../parts/lists/use-question.ts'
import { useRefresh } from '../../../queries.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'

const words = texts.products

export interface Asked {
  change: ProductChange
  products: readonly ProductLine[]
}

export type Outcome = AnswerOf<'changeProducts'>

/** Asks before many products are changed, and changes them. After a lost answer the same button tells what became of them. */
export function ChangeMany({ asked, opened, onClose, onDone }: QuestionProps<Asked, Outcome>) {
  const { change, products } = asked
  const { store_id } = useStore()
  const refresh = useRefresh()
  const [percent, setPercent] = useState<number | string>('')
  const apply = async () => {
    try {
      return await call('changeProducts', {
        store: store_id,
        products: products.map(({ id }) => id),
        change,
        ...(change === 'sale' && { percent: Number(percent) }),
      })
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
      ready={change !== 'sale' || percent !== ''}
      perhapsDone={texts.many.perhapsDone}
    >
      <p>{words.changeNotes[change]}</p>
      {change === 'sale' && (
        <NumberInput
          label={words.percent}
          description={words.percentRule}
          name="percent"
          suffix="%"
          allowDecimal={false}
          min={SALE_PERCENT.least}
          max={SALE_PERCENT.most}
          inputMode="numeric"
          data-autofocus
          value={percent}
          onChange={setPercent}
        />
      )}
    </Confirm>
  )
}
