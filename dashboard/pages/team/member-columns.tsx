import { Button, NativeSelect } from '@mantine/core'
import { ROLES, type Role } from '#contract/dashboard/route.ts'
import type { Member } from '#contract/dashboard/team.ts'
import { type Column, rowAction } from '../../parts/lists/data-table.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { texts } from '../../texts.ts'

const words = texts.store.team

export const memberColumns = (
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
