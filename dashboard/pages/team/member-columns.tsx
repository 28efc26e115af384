import { Button, NativeSelect } from '@mantine/core'
import { ROLES, type Role } from '#contract/dashboard/route.ts'
import type { Member } from '#contract/dashboard/team.ts'
import { TextLink } from '../../parts/links.tsx'
import { type Column, rowAction } from '../../parts/lists/data-table.tsx'
import { Badge } from '../../parts/status.tsx'
import { Time } from '../../parts/time.tsx'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.team

interface Deeds {
  changeRole: (member: Member, role: Role) => void
  remove: (member: Member) => void
  /** The only owner can neither leave nor change role, because a store needs an owner. */
  isOnlyOwner: (member: Member) => boolean
}

export const memberColumns = ({ changeRole, remove, isOnlyOwner }: Deeds): Column<Member>[] => [
  {
    key: 'name',
    head: words.columns.name,
    main: true,
    cell: (member) => (
      <>
        <strong>{member.name}</strong> {member.you && <span className="soft small">({words.you})</span>}
        <span className="soft small block">{member.email}</span>
        {isOnlyOwner(member) && <OnlyOwner />}
      </>
    ),
  },
  {
    key: 'role',
    head: words.columns.role,
    cell: (member) =>
      isOnlyOwner(member) ? (
        texts.roles[member.role]
      ) : (
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
    cell: (member) =>
      !isOnlyOwner(member) && (
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

const OnlyOwner = () => (
  <span className="small block">
    {words.onlyOwner}{' '}
    <TextLink to="/s/$store/settings" params={{ store: useStore().slug }} inherit>
      {words.toDeletion}
    </TextLink>
    .
  </span>
)
