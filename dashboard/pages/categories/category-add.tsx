import { Button, TextInput } from '@mantine/core'
import { call } from '../../api.ts'
import { focusField } from '../../forms/focus-field.ts'
import { FormProblem } from '../../forms/form-problem.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { Card } from '../../parts/page.tsx'
import styles from '../../parts/row-editor.module.css'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.categories

export function AddCategory() {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const form = useForm({
    initial: { name: '' },
    // If only the answer was lost, the list shows the category.
    save: ({ name }) =>
      call('addCategory', { store: store_id, name }).finally(() => void refresh('listCategories')),
    saved: (_, __, since = {}) => {
      tellDone(words.added)
      if ('name' in since) return
      form.reset({ name: '' })
      focusField('name')
    },
  })
  return (
    <Card>
      <FormStack form={form}>
        <div className={styles.row}>
          <TextInput
            className={styles.grow}
            label={words.name}
            description={words.nameRule}
            {...textField(form, 'name')}
          />
          <Button type="submit" loading={form.saving} disabled={form.values.name.trim() === ''}>
            {words.add}
          </Button>
        </div>
        <FormProblem form={form} />
      </FormStack>
    </Card>
  )
}
