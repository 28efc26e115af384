import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Role } from '#contract/dashboard/route.ts'
import type { Member } from '#contract/dashboard/team.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useRefresh } from '../../queries.ts'
import { refreshSession, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { memberColumns } from './member-columns.tsx'

const words = texts.store.team

export function Members({ members }: { members: readonly Member[] }) {
  const store = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [removed, setRemoved] = useState<Member>()
  const [changed, setChanged] = useState<{ member: Member; role: Role }>()

  const changeRole = async () => {
    if (!changed) return
    const { member, role } = changed
    await call('changeRole', { store: store.store_id, person: member.person_id, role })
    notifications.show({ message: words.roleChanged, color: 'green' })
    if (member.you) await refreshSession()
    await refresh('readTeam')
  }
  const remove = async () => {
    if (!removed) return
    if (removed.you) {
      await call('leaveStore', { store: store.store_id })
      await navigate({ to: '/', reloadDocument: true })
    } else {
      await call('removeMember', { store: store.store_id, person: removed.person_id })
      notifications.show({ message: words.removed })
      await refresh('readTeam')
    }
  }
  return (
    <>
      <DataTable
        label={words.title}
        rows={members}
        rowKey={({ person_id }) => person_id}
        columns={memberColumns((member, role) => setChanged({ member, role }), setRemoved)}
      />
      {changed && (
        <Confirm
          opened
          onClose={() => setChanged(undefined)}
          title={words.roleTitle(changed.member.name, texts.roles[changed.role])}
          action={words.roleAction}
          onConfirm={changeRole}
        >
          <p>{words.roleNote(texts.roles[changed.role], texts.roleNotes[changed.role])}</p>
        </Confirm>
      )}
      {removed && (
        <Confirm
          opened
          danger
          onClose={() => setRemoved(undefined)}
          title={removed.you ? words.leaveTitle(store.name) : words.removeTitle(removed.name)}
          action={removed.you ? words.leave : words.remove}
          onConfirm={remove}
        >
          <p>{removed.you ? words.leaveNote : words.removeNote}</p>
        </Confirm>
      )}
    </>
  )
}
