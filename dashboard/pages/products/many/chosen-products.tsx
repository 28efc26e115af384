import { Button } from '@mantine/core'
import type { ProductLine } from '#contract/dashboard/products.ts'
import { OutcomeDialog } from '../../../parts/dialogs/outcome-dialog.tsx'
import { TextLink } from '../../../parts/links.tsx'
import { ChosenBar } from '../../../parts/lists/chosen-bar.tsx'
import type { Chosen } from '../../../parts/lists/use-chosen.ts'
import { useQuestion } from '../../../parts/lists/use-question.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { type Asked, ChangeMany, type Outcome } from './change-many.tsx'
import { usefulChanges } from './many-changes.ts'

const words = texts.products

/** Offers the bulk changes that would change at least one of the chosen products. */
export function ChosenProducts({ chosen, list }: { chosen: Chosen<ProductLine>; list: object }) {
  const { question, ask, outcome, end } = useQuestion<Asked, Outcome>(
    { change: 'hide', products: [] },
    chosen,
  )
  const products = chosen.rows
  return (
    <>
      <ChosenBar chosen={chosen}>
        {usefulChanges(products).map((change) => (
          <Button
            key={change}
            variant="default"
            className={change === 'delete' ? 'danger-button' : undefined}
            onClick={() => ask({ change, products })}
          >
            {words.changes[change]}
          </Button>
        ))}
      </ChosenBar>
      <ChangeMany {...question} />
      <OutcomeDialog told={outcome && toldOf(question.asked, outcome, list)} onClose={end} />
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
