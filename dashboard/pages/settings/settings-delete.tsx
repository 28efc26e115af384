import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api.ts'
import { draftKey, dropDraftsOf } from '../../forms/draft.ts'
import { FormEnd } from '../../forms/form-end.tsx'
import { FormStack } from '../../forms/form-stack.tsx'
import { textField } from '../../forms/text-field.ts'
import { useForm } from '../../forms/use-form.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Card } from '../../parts/page.tsx'
import { Loaded, LoadingRows } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { usePerson, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { CurrentPasswordField } from '../sign-in/account-fields.tsx'

const words = texts.store.settings

/** Says in numbers what is deleted, and asks for the store's name and the password. */
export function DeleteStore() {
  const { store_id, name } = useStore()
  const [asking, setAsking] = useState(false)
  const query = useCall('readDeletion', { store: store_id })
  const { active_orders: active = 0, refunds_due: refunds = 0, payment_problems = 0 } = query.data ?? {}
  const obstacles = [
    active > 0 && words.dangerBlocked(active),
    refunds > 0 && words.dangerRefunds(refunds),
    payment_problems > 0 && words.dangerProblems(payment_problems),
  ]
  const obstacle = obstacles.filter(Boolean).join(' ')
  return (
    <Card
      title={words.danger}
      note={obstacle || words.dangerNote}
      danger
      action={
        <Button
          className="danger-button"
          variant="default"
          disabled={!query.data || obstacle !== ''}
          onClick={() => setAsking(true)}
        >
          {words.dangerAction}
        </Button>
      }
    >
      {asking && (
        <Dialog opened onClose={() => setAsking(false)} title={words.dangerTitle(name)}>
          <Loaded query={query} shape={<LoadingRows rows={2} />}>
            {({ products, orders, members }) => (
              <DeleteForm
                what={words.dangerWhat(products, orders, members)}
                onClose={() => setAsking(false)}
              />
            )}
          </Loaded>
        </Dialog>
      )}
    </Card>
  )
}

function DeleteForm({ what, onClose }: { what: string; onClose: () => void }) {
  const { store_id, name } = useStore()
  const { id } = usePerson()
  const navigate = useNavigate()
  const form = useForm({
    initial: { name: '', current_password: '' },
    save: (values) => call('deleteStore', { store: store_id, ...values, name: values.name.trim() }),
    saved: async () => {
      await dropDraftsOf(draftKey(id, store_id))
      await navigate({ to: '/', reloadDocument: true, ignoreBlocker: true })
    },
  })
  return (
    <FormStack form={form}>
      <p>{what}</p>
      <TextInput
        label={words.dangerType(name)}
        autoComplete="off"
        data-autofocus
        {...textField(form, 'name')}
      />
      <CurrentPasswordField form={form} />
      <FormEnd
        form={form}
        action={words.dangerAction}
        onBack={onClose}
        back={texts.actions.keep}
        ready={form.values.name.trim() === name && form.values.current_password !== ''}
        danger
      />
    </FormStack>
  )
}
