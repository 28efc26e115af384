import { notifications } from '@mantine/notifications'
import type { Category } from '#contract/dashboard/categories.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.categories

export function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const remove = async () => {
    await call('deleteCategory', { store: store_id, category: category.id })
    notifications.show({ message: words.removed })
    await refresh('listCategories', 'listProducts', 'readProduct')
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words.removeTitle(category.name)}
      action={words.remove}
      onConfirm={remove}
      danger
    >
      <p>{words.removeNote(category.products)}</p>
    </Confirm>
  )
}
