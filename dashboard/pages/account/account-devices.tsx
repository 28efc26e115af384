import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { Card } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useSignOut } from '../../parts/use-sign-out.tsx'
import { useCall } from '../../queries.ts'
import { texts } from '../../texts.ts'
import styles from '../overview/overview.module.css'
import { deviceName } from './device-name.ts'

const words = texts.account

export function Devices() {
  const query = useCall('listSessions', {})
  const { signOut } = useSignOut()
  const [asking, setAsking] = useState(false)
  return (
    <Card
      title={words.devices}
      action={
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          {words.everywhere}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ sessions }) => (
          <ul className={styles.list}>
            {sessions.map(({ id, user_agent, last_seen_at, current }) => (
              <li key={id} className={styles.line}>
                <span title={user_agent}>{deviceName(user_agent)}</span>
                <span className="soft small">
                  {current ? (
                    <Badge tone="good">{words.thisDevice}</Badge>
                  ) : (
                    <>
                      {words.lastUsed} <Time at={last_seen_at} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.everywhereTitle}
        action={words.everywhere}
        onConfirm={() => signOut(true)}
      >
        <p>{words.everywhereNote(query.data?.sessions.length)}</p>
      </Confirm>
    </Card>
  )
}
