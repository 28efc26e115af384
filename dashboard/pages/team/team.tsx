import { Button } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { Card, Page } from '../../parts/page.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useCall } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Invitations } from './team-invitations.tsx'
import { InviteDialog } from './team-invite.tsx'
import { Members } from './team-members.tsx'

const words = texts.store.team

export function TeamPage() {
  const { store_id } = useStore()
  const query = useCall('readTeam', { store: store_id })
  const [inviting, setInviting] = useState(false)
  const team = query.data
  return (
    <Page
      title={words.title}
      lead={team && words.lead(team.members.length, team.invitations.length)}
      actions={
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setInviting(true)}>
          {words.invite}
        </Button>
      }
    >
      <Card flush>
        <Loaded query={query}>{({ members }) => <Members members={members} />}</Loaded>
      </Card>
      {team && <Invitations invitations={team.invitations} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  )
}
