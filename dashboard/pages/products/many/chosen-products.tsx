import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProductChange, ProductLine } from '#contract/dashboard/products.ts'
import type { AnswerOf } from '../../../api.ts'
import { OutcomeDialog } from '../../../parts/dialogs/outcome-dialog.tsx'
import { TextLink } from '../../../parts/links.tsx'
import { ChosenBar } from '../../../parts/lists/chosen-bar.tsx'
import { useFilters } from '../../../parts/lists/filters.tsx'
import type { Chosen } from '../../../parts/lists/use-chosen.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { type Asked, ChangeMany } from './change-many.tsx'
import { usefulChanges } from './many-changes.ts'

const words = texts.products

type Outcome = AnswerOf<'changeProducts'>

/** What can be done with the chosen products: what would change any of them. */
export function ChosenProducts({ chosen, list }: { chosen: Chosen<ProductLine>; list: object }) {
  const [asked, setAsked] = useState<Asked>({ change: 'hide', products: [] })
  const [asking, setAsking] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const filter = useFilters()
  const products = chosen.rows
  const ask = (change: ProductChange) => {
    setAsked({ change, products })
    setAsking(true)
  }
  return (
    <>
      <ChosenBar chosen={chosen}>
        {usefulChanges(products).map((change) => (
          <Button
            key={change}
            variant="default"
            className={change === 'delete' ? 'danger-button' : undefined}
            onClick={() => ask(change)}
          >
            {words.changes[change]}
          </Button>
        ))}
      </ChosenBar>
      <ChangeMany asked={asked} opened={asking} onClose={() => setAsking(false)} onChanged={setOutcome} />
      <OutcomeDialog
        told={outcome && toldOf(asked, outcome, list)}
        onClose={() => {
          setOutcome(undefined)
          chosen.clear()
          // What was changed may have left the filter, and this page with it.
          filter({})
        }}
      />
    </>
  )
}

function toldOf({ change, products }: Asked, { done, already, refused }: Outcome, list: object) {
  return {
    title: words.changed[change](done.length),
    already: already.length > 0 && words.changedAlready[change](already.length),
    left: refused.map(({ id, reason }) => ({
      id,
      name: <ProductLink id={id} products={products} list={list} />,
      why: words.changeRefused[reason],
    })),
  }
}

function ProductLink({ id, products, list }: { id: string; products: Asked['products']; list: object }) {
  const { slug } = useStore()
  return (
    <TextLink to="/s/$store/products/$product" params={{ store: slug, product: id }} state={{ list }}>
      {products.find((product) => product.id === id)?.name ?? id}
    </TextLink>
  )
}
