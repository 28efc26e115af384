import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { PublicProduct } from '#contract/products.ts'
import { type AnswerOf, call } from '../../../api.ts'
import { useAttempt } from '../../../forms/attempt.ts'
import { leaveDraft } from '../../../forms/draft.ts'
import { useForm } from '../../../forms/use-form.ts'
import { ShareLink } from '../../../parts/copying/share-link.tsx'
import { Icon } from '../../../parts/icons.tsx'
import { ButtonLink, OutsideLink } from '../../../parts/links.tsx'
import { Page, useListSearch } from '../../../parts/page.tsx'
import { Loaded } from '../../../parts/states.tsx'
import { tellDone } from '../../../parts/tell-done.ts'
import { useCall, useForget, useRefresh } from '../../../queries.ts'
import { useDraftKey, useDraftKeys, useStore } from '../../../session.ts'
import { texts } from '../../../texts.ts'
import { DeleteProduct } from './delete-product.tsx'
import { problemsOfEdit, problemsOfNew } from './product-check.ts'
import { productDraft } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import { bodyOf, copyOf, editOf, newProduct, type ProductValues, valuesOf } from './product-values.ts'

const words = texts.products
const PICTURES = ['main', 'others'] as const

function useBack() {
  const { slug } = useStore()
  const search = useListSearch()
  return { to: '/s/$store/products' as const, params: { store: slug }, search, label: words.back }
}

export function NewProductPage() {
  const { like } = useSearch({ from: '/signed-in/s/$store/products/new' })
  return (
    <Page title={words.newTitle} lead={like ? words.copyLead : words.newLead} back={useBack()} narrow>
      {like ? <ProductLike key={like} like={like} /> : <PlainProduct />}
    </Page>
  )
}

function PlainProduct() {
  const { store_id } = useStore()
  const settings = useCall('readSettings', { store: store_id })
  return (
    <Loaded query={settings}>
      {({ shipping_default }) => <NewProductForm initial={newProduct(shipping_default)} />}
    </Loaded>
  )
}

function ProductLike({ like }: { like: string }) {
  const { store_id } = useStore()
  const query = useCall('readProduct', { store: store_id, product: like })
  return (
    <Loaded query={query}>
      {({ product }) => <NewProductForm initial={copyOf(product)} like={product.id} />}
    </Loaded>
  )
}

function NewProductForm({ initial, like }: { initial: ProductValues; like?: string }) {
  const store = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const draft = useDraftKey(like ? `product-like:${like}` : 'new-product')
  const draftOf = useDraftKeys()
  const attemptOf = useAttempt(draft)
  const form = useForm({
    initial,
    draft,
    large: PICTURES,
    isNew: true,
    check: problemsOfNew,
    save: async (values) => {
      const body = bodyOf(values)
      return call('createProduct', { store: store.store_id, ...body, attempt: await attemptOf(body) })
    },
    saved: ({ product_id }, values, since) => {
      void refresh('listProducts', 'overview')
      const params = { store: store.slug, product: product_id }
      if (!since) return tellDone(words.created)
      form.reset({ ...values, ...since })
      if (Object.keys(since).length === 0) {
        tellDone(words.created)
        return navigate({ to: '/s/$store/products', params, replace: true })
      }
      leaveDraft(draftOf(productDraft(product_id)), since, PICTURES)
      tellDone(words.createdMore)
      return navigate({ to: '/s/$store/products/$product', params, replace: true })
    },
  })
  return <ProductForm form={form} action={words.add} isNew />
}

export function ProductPage() {
  const { store_id, slug } = useStore()
  const { product = '' } = useParams({ strict: false })
  const query = useCall('readProduct', { store: store_id, product })
  const draft = useDraftKey(productDraft(product))
  return (
    <Page
      title={query.data?.product.name ?? words.title}
      back={useBack()}
      narrow
      actions={
        query.data && (
          <>
            <ButtonLink
              to="/s/$store/products/new"
              params={{ store: slug }}
              search={{ like: product }}
              variant="default"
              leftSection={<Icon name="copy" size={18} />}
            >
              {words.duplicate}
            </ButtonLink>
            {query.data.product.is_active && (
              <>
                <ShareLink title={query.data.product.name} url={query.data.customer_page} />
                <OutsideLink href={query.data.customer_page}>{words.customerPage}</OutsideLink>
              </>
            )}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(view) => (
          <>
            <EditForm key={view.product.id} product={view.product} draft={draft} refetch={query.refetch} />
            <DeleteProduct product={view.product} draft={draft} activeOrders={view.active_orders} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface EditFormProps {
  product: PublicProduct
  draft: string
  refetch: () => Promise<{ isSuccess: boolean; data?: AnswerOf<'readProduct'> | undefined }>
}

function EditForm({ product, draft, refetch }: EditFormProps) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const forget = useForget()
  const form = useForm({
    initial: valuesOf(product),
    draft,
    large: PICTURES,
    check: problemsOfEdit,
    refetch,
    save: async (values, _, start) => {
      const edit = editOf(start, values, product)
      // Typed values may equal the saved ones, written differently: only `was` is left, and nothing is sent.
      if (Object.keys(edit).length > 1)
        await call('editProduct', { store: store_id, product: product.id, ...edit })
    },
    saved: async (_, __, since) => {
      // Whoever left meanwhile and comes back finds what was saved, not for a moment what was there before.
      if (!since) forget('readProduct')
      tellDone(words.saved)
      const [{ isSuccess, data }] = await Promise.all([refetch(), refresh('listProducts', 'overview')])
      if (isSuccess && data) form.settle(valuesOf(data.product))
    },
  })
  return <ProductForm form={form} action={texts.actions.save} />
}
