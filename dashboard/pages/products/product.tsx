import { notifications } from '@mantine/notifications'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { PublicProduct } from '#contract/products.ts'
import { call } from '../../api.ts'
import { useForm } from '../../forms/use-form.ts'
import { OutsideLink } from '../../parts/links.tsx'
import { Page, useListSearch } from '../../parts/page.tsx'
import { ShareLink } from '../../parts/share-link.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useCall, useRefresh } from '../../queries.ts'
import { useDraftKey, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { DeleteProduct } from './delete-product.tsx'
import { ProductForm } from './product-form.tsx'
import { missingIn } from './product-labels.ts'
import { bodyOf, editOf, newProduct, valuesOf } from './product-values.ts'

const PICTURES = ['main', 'others'] as const

function useBack() {
  const { slug } = useStore()
  const search = useListSearch()
  return { to: '/s/$store/products' as const, params: { store: slug }, search, label: texts.products.back }
}

export function NewProductPage() {
  const { store_id } = useStore()
  const settings = useCall('readSettings', { store: store_id })
  return (
    <Page title={texts.products.newTitle} lead={texts.products.newLead} back={useBack()} narrow>
      <Loaded query={settings}>
        {({ shipping_default }) => <NewProductForm shipping={shipping_default} />}
      </Loaded>
    </Page>
  )
}

function NewProductForm({ shipping }: { shipping: number }) {
  const store = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const form = useForm({
    initial: newProduct(shipping),
    draft: useDraftKey('new-product'),
    large: PICTURES,
    check: missingIn,
    save: (values) => call('createProduct', { store: store.store_id, ...bodyOf(values) }),
    saved: async () => {
      notifications.show({ message: texts.products.created, color: 'green' })
      await refresh('listProducts', 'overview')
      await navigate({ to: '/s/$store/products', params: { store: store.slug }, replace: true })
    },
  })
  return <ProductForm form={form} action={texts.products.add} isNew />
}

export function ProductPage() {
  const { store_id } = useStore()
  const { product = '' } = useParams({ strict: false })
  const query = useCall('readProduct', { store: store_id, product })
  return (
    <Page
      title={query.data?.product.name ?? texts.products.title}
      back={useBack()}
      narrow
      actions={
        query.data?.product.is_active && (
          <>
            <ShareLink title={query.data.product.name} url={query.data.customer_page} />
            <OutsideLink href={query.data.customer_page}>{texts.products.customerPage}</OutsideLink>
          </>
        )
      }
    >
      <Loaded query={query}>
        {(view) => (
          <>
            <EditForm product={view.product} refetch={query.refetch} />
            <DeleteProduct product={view.product} activeOrders={view.active_orders} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function EditForm({ product, refetch }: { product: PublicProduct; refetch: () => Promise<unknown> }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const form = useForm({
    initial: valuesOf(product),
    draft: useDraftKey(`product:${product.id}`),
    large: PICTURES,
    refetch,
    save: (values, _, start) =>
      call('editProduct', { store: store_id, product: product.id, ...editOf(start, values) }),
    saved: async () => {
      notifications.show({ message: texts.products.saved, color: 'green' })
      await refresh('readProduct', 'listProducts', 'overview')
    },
  })
  return <ProductForm form={form} action={texts.actions.save} />
}
