import { Button, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ROLES, type Role } from '#contract/dashboard/route.ts'
import type { Member } from '#contract/dashboard/team.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { type Column, DataTable, rowAction } from '../../parts/lists/data-table.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useRefresh } from '../../queries.ts'
import { refreshSession, useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

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
        columns={columns((member, role) => setChanged({ member, role }), setRemoved)}
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

const columns = (
  changeRole: (member: Member, role: Role) => void,
  remove: (member: Member) => void,
): Column<Member>[] => [
  {
    key: 'name',
    head: words.columns.name,
    main: true,
    cell: ({ name, email, you }) => (
      <>
        <strong>{name}</strong> {you && <span className="soft small">({words.you})</span>}
        <span className="soft small block">{email}</span>
      </>
    ),
  },
  {
    key: 'role',
    head: words.columns.role,
    cell: (member) => (
      <NativeSelect
        size="xs"
        aria-label={words.changeRole(member.name)}
        value={member.role}
        onChange={(event) => changeRole(member, event.currentTarget.value as Role)}
        data={ROLES.map((value) => ({ value, label: texts.roles[value] }))}
      />
    ),
  },
  {
    key: 'factor',
    head: words.columns.factor,
    wide: true,
    cell: ({ second_factor }) =>
      second_factor ? (
        <Badge tone="good">{words.factorOn}</Badge>
      ) : (
        <Badge tone="quiet">{words.factorOff}</Badge>
      ),
  },
  { key: 'since', head: words.columns.since, wide: true, cell: ({ since }) => <Time at={since} short /> },
  {
    key: 'action',
    head: words.columns.action,
    end: true,
    cell: (member) => (
      <span className={rowAction}>
        <Button
          size="compact-sm"
          variant="subtle"
          className="danger-button"
          aria-label={`${member.you ? words.leave : words.remove}: ${member.name}`}
          onClick={() => remove(member)}
        >
          {member.you ? words.leave : words.remove}
        </Button>
      </span>
    ),
  },
]
