import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Role } from '#contract/dashboard/route.ts'
import type { Member } from '#contract/dashboard/team.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useRefresh } from '../../queries.ts'
import { seeSession, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { memberColumns } from './member-columns.tsx'

const words = texts.store.team

export function Members({ members }: { members: readonly Member[] }) {
  const [removed, setRemoved] = useState<Member>()
  const [changed, setChanged] = useState<{ member: Member; role: Role }>()
  return (
    <>
      <DataTable
        label={words.title}
        rows={members}
        rowKey={({ person_id }) => person_id}
        columns={memberColumns((member, role) => setChanged({ member, role }), setRemoved)}
      />
      {changed && <ChangeRole {...changed} onClose={() => setChanged(undefined)} />}
      {removed && <RemoveMember member={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

interface DialogProps {
  member: Member
  onClose: () => void
}

function ChangeRole({ member, role, onClose }: DialogProps & { role: Role }) {
  const { store_id: store } = useStore()
  const refresh = useRefresh()
  const change = async () => {
    await call('changeRole', { store, person: member.person_id, role })
    notifications.show({ message: words.roleChanged, color: 'green' })
    if (member.you) await seeSession()
    await refresh('readTeam')
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words.roleTitle(member.name, texts.roles[role])}
      action={words.roleAction}
      onConfirm={change}
    >
      <p>{words.roleNote(texts.roles[role], texts.roleNotes[role])}</p>
    </Confirm>
  )
}

/** Whoever removes themselves leaves, and goes where they still belong. */
function RemoveMember({ member, onClose }: DialogProps) {
  const { store_id: store, name: storeName } = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const remove = async () => {
    if (member.you) {
      await call('leaveStore', { store })
      await navigate({ to: '/', reloadDocument: true })
    } else {
      await call('removeMember', { store, person: member.person_id })
      notifications.show({ message: words.removed })
      await refresh('readTeam')
    }
  }
  return (
    <Confirm
      opened
      danger
      onClose={onClose}
      title={member.you ? words.leaveTitle(storeName) : words.removeTitle(member.name)}
      action={member.you ? words.leave : words.remove}
      onConfirm={remove}
    >
      <p>{member.you ? words.leaveNote : words.removeNote}</p>
    </Confirm>
  )
}
