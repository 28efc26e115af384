import type { Category } from '#contract/dashboard/categories.ts'
import { ApiProblem, call } from '../../api.ts'
import { isStale } from '../../forms/use-refusal.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.categories

export function DeleteCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const remove = async () => {
    const was = category.name
    await call('deleteCategory', { store: store_id, category: category.id, was }).catch(refused)
    tellDone(words.removed)
    await refresh('listCategories', 'listProducts', 'readProduct')
  }
  const refused = (problem: unknown) => {
    void refresh('listCategories')
    throw isStale(problem) ? new ApiProblem(409, { error: words.removeChanged }) : problem
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
