import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { Card } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.team

/** Whoever is not an owner has no Team page to leave from. */
export function LeaveStore() {
  const { store_id, name } = useStore()
  const [asking, setAsking] = useState(false)
  const leave = async () => {
    await call('leaveStore', { store: store_id })
    location.assign(import.meta.env.BASE_URL)
  }
  return (
    <Card
      title={words.leaveCard(name)}
      note={words.leaveNote}
      action={
        <Button variant="default" className="danger-button" onClick={() => setAsking(true)}>
          {words.leave}
        </Button>
      }
    >
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.leaveTitle(name)}
        action={words.leave}
        onConfirm={leave}
        danger
      >
        <p>{words.leaveNote}</p>
      </Confirm>
    </Card>
  )
}
