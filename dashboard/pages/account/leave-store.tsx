import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { leaveStore } from '../../parts/leave-store.ts'
import { Card } from '../../parts/page.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.team

/** For members who are not owners: they have no Team page on which to leave. */
export function LeaveStore() {
  const { store_id, name } = useStore()
  const [asking, setAsking] = useState(false)
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
        onConfirm={() => leaveStore(store_id)}
        danger
      >
        <p>{words.leaveNote}</p>
      </Confirm>
    </Card>
  )
}
