import { useState } from 'react'
import type { Role } from '#contract/dashboard/route.ts'
import type { Member } from '#contract/dashboard/team.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { leaveStore } from '../../parts/leave-store.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { useDeed } from '../../parts/use-deed.ts'
import { seeSession, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { memberColumns } from './member-columns.tsx'

const words = texts.store.team

export function Members({ members }: { members: readonly Member[] }) {
  const [removed, setRemoved] = useState<Member>()
  const [changed, setChanged] = useState<{ member: Member; role: Role }>()
  const owners = members.filter(({ role }) => role === 'owner')
  return (
    <>
      <DataTable
        label={words.title}
        rows={members}
        rowKey={({ person_id }) => person_id}
        columns={memberColumns({
          changeRole: (member, role) => setChanged({ member, role }),
          remove: setRemoved,
          isOnlyOwner: (member) => owners.length === 1 && owners[0] === member,
        })}
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
  const deed = useDeed('readTeam')
  const change = async () => {
    try {
      await call('changeRole', { store, person: member.person_id, role })
    } finally {
      if (member.you) await seeSession()
    }
  }
  return (
    <Confirm
      opened
      onClose={onClose}
      title={words.roleTitle(member.name, texts.roles[role])}
      action={words.roleAction}
      onConfirm={() => deed(change(), { done: words.roleChanged, late: words.memberGone })}
    >
      <p>{words.roleNote(texts.roles[role], texts.roleNotes[role])}</p>
      {member.you && <p>{words.roleOwn}</p>}
    </Confirm>
  )
}

/** People who remove themselves leave the store and are led to another of their stores. */
function RemoveMember({ member, onClose }: DialogProps) {
  const { store_id: store, name: storeName } = useStore()
  const deed = useDeed('readTeam')
  const remove = () =>
    deed(call('removeMember', { store, person: member.person_id }), {
      done: words.removed,
      late: words.memberGone,
    })
  return (
    <Confirm
      opened
      danger
      onClose={onClose}
      title={member.you ? words.leaveTitle(storeName) : words.removeTitle(member.name)}
      action={member.you ? words.leave : words.remove}
      onConfirm={member.you ? () => leaveStore(store) : remove}
    >
      <p>{member.you ? words.leaveNote : words.removeNote}</p>
    </Confirm>
  )
}
