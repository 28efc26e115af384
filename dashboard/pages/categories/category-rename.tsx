import { TextInput } from '@mantine/core'
import type { Category } from '#contract/dashboard/categories.ts'
import { call } from '../../api.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormNotices } from '../../forms/form-notices.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.categories

export function RenameCategory({ category, onClose }: { category: Category; onClose: () => void }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const form = useForm({
    initial: { name: category.name },
    refetch: () => refresh('listCategories'),
    save: ({ name }, _, was) => call('renameCategory', { store: store_id, category: category.id, name, was }),
    saved: async () => {
      tellDone(words.renamed)
      onClose()
      await refresh('listCategories', 'listProducts', 'readProduct')
    },
  })
  return (
    <Dialog opened onClose={onClose} title={words.renameTitle(category.name)}>
      <FormStack form={form}>
        <p>{words.renameNote(category.products)}</p>
        <TextInput
          label={words.name}
          description={words.nameRule}
          data-autofocus
          {...textField(form, 'name')}
        />
        <FormNotices form={form} labels={{ name: words.name }} />
        <FormEnd form={form} action={words.rename} onBack={onClose} ready={form.dirty} />
      </FormStack>
    </Dialog>
  )
}
