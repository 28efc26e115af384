import { Button } from '@mantine/core'
import { useState } from 'react'
import { type AnswerOf, call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import lines from '../../parts/lines.module.css'
import { Card } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useDeed } from '../../parts/use-deed.ts'
import { useSignOut } from '../../parts/use-sign-out.tsx'
import { useCall } from '../../queries.ts'
import { texts } from '../../texts.ts'
import { deviceName } from './device-name.ts'

const words = texts.account

type Device = AnswerOf<'listSessions'>['sessions'][number]

export function Devices() {
  const query = useCall('listSessions', {})
  const { signOut } = useSignOut()
  const [asking, setAsking] = useState(false)
  const [ended, setEnded] = useState<Device>()
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
          <ul className={lines.list}>
            {sessions.map((device) => (
              <DeviceLine key={device.id} device={device} onEnd={setEnded} />
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
      {ended && <EndSession device={ended} onClose={() => setEnded(undefined)} />}
    </Card>
  )
}

function DeviceLine({ device, onEnd }: { device: Device; onEnd: (device: Device) => void }) {
  const { user_agent, current } = device
  const name = deviceName(user_agent)
  return (
    <li className={lines.line}>
      <span title={user_agent}>
        {name}
        {!current && <LastUsed {...device} />}
      </span>
      {current ? (
        <Badge tone="good">{words.thisDevice}</Badge>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          className="danger-button"
          aria-label={`${words.signOutOne}: ${name}`}
          onClick={() => onEnd(device)}
        >
          {words.signOutOne}
        </Button>
      )}
    </li>
  )
}

const LastUsed = ({ last_seen_at }: Device) => (
  <span className="soft small block">
    {words.lastUsed} <Time at={last_seen_at} />
  </span>
)

/** Not offered for this device itself: the normal sign-out also asks about unsaved drafts. */
function EndSession({ device, onClose }: { device: Device; onClose: () => void }) {
  const deed = useDeed('listSessions')
  return (
    <Confirm
      opened
      danger
      onClose={onClose}
      title={words.signOutOneTitle(deviceName(device.user_agent))}
      action={words.signOutOne}
      onConfirm={() =>
        deed(call('endSession', { session: device.id }), {
          done: words.signedOutOne,
          late: words.signedOutBefore,
        })
      }
    >
      <p>{words.signOutOneNote}</p>
      <LastUsed {...device} />
    </Confirm>
  )
}
