import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PublicProduct } from '#contract/products.ts'
import { call, isRefusedAs } from '../../../api.ts'
import { dropDraft } from '../../../forms/draft.ts'
import { Confirm } from '../../../parts/dialogs/dialog.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { Card } from '../../../parts/page.tsx'
import { tellDone } from '../../../parts/tell-done.ts'
import { useForget } from '../../../queries.ts'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'

const words = texts.products

interface Props {
  product: PublicProduct
  /** The key of the product's draft. */
  draft: string
  activeOrders: number
}

/** Explains beforehand when a product cannot be deleted. */
export function DeleteProduct({ product, draft, activeOrders }: Props) {
  const store = useStore()
  const navigate = useNavigate()
  const forget = useForget()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    try {
      await call('deleteProduct', { store: store.store_id, product: product.id })
    } catch (error) {
      // If an earlier answer was lost, the product is deleted already.
      if (!isRefusedAs('product_not_found', error)) throw error
    } finally {
      forget('listProducts', 'overview')
    }
    dropDraft(draft)
    const params = { store: store.slug }
    await navigate({ to: '/s/$store/products', params, replace: true, ignoreBlocker: true })
    tellDone(words.removed)
  }
  const blocked = activeOrders > 0
  return (
    <Card
      title={words.remove}
      note={blocked ? words.removeBlocked(activeOrders) : words.removeRule}
      action={
        blocked ? (
          <ButtonLink
            to="/s/$store/orders"
            params={{ store: store.slug }}
            search={{ search: product.name }}
            variant="default"
          >
            {words.seeOrders}
          </ButtonLink>
        ) : (
          <Button className="danger-button" variant="default" onClick={() => setAsking(true)}>
            {words.remove}
          </Button>
        )
      }
    >
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.removeTitle(product.name)}
        action={words.remove}
        onConfirm={remove}
        danger
      >
        <p>{words.removeNote}</p>
      </Confirm>
    </Card>
  )
}
