import { Icon } from '../../../parts/icons.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'

/** A link to the slips of these orders; `list` is the search to return to. */
export function SlipsLink({ orders, list }: { orders: readonly { id: string }[]; list: object }) {
  const { slug } = useStore()
  return (
    <ButtonLink
      to="/s/$store/orders/slips"
      params={{ store: slug }}
      search={{ orders: orders.map(({ id }) => id).join() }}
      state={{ list }}
      variant="default"
      leftSection={<Icon name="print" size={18} />}
    >
      {texts.orders.printSlips}
    </ButtonLink>
  )
}
