import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Invitation } from '#contract/dashboard/team.ts'
import { call } from '../../api.ts'
import { Confirm } from '../../parts/dialogs/dialog.tsx'
import { type Column, DataTable, rowAction } from '../../parts/lists/data-table.tsx'
import { Card } from '../../parts/page.tsx'
import { Dated } from '../../parts/time.tsx'
import { useDeed } from '../../parts/use-deed.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.store.team

export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { store_id } = useStore()
  const deed = useDeed('readTeam')
  const [withdrawn, setWithdrawn] = useState<Invitation>()
  const withdraw = async () => {
    if (!withdrawn) return
    await deed(call('withdrawInvitation', { store: store_id, invitation: withdrawn.id }), {
      done: words.withdrawn,
      late: words.invitationGone,
    })
  }
  return (
    <>
      {invitations.length > 0 && (
        <Card title={words.invitations} flush>
          <DataTable
            label={words.invitations}
            rows={invitations}
            rowKey={({ id }) => id}
            columns={columns(setWithdrawn)}
          />
        </Card>
      )}
      {withdrawn && (
        <Confirm
          opened
          danger
          onClose={() => setWithdrawn(undefined)}
          title={words.withdrawTitle(withdrawn.email)}
          action={words.withdraw}
          onConfirm={withdraw}
        >
          <p>{words.withdrawNote}</p>
        </Confirm>
      )}
    </>
  )
}

const columns = (withdraw: (invitation: Invitation) => void): Column<Invitation>[] => [
  {
    key: 'email',
    head: words.email,
    main: true,
    cell: ({ email, invited_by }) => (
      <>
        <strong>{email}</strong>
        <span className="soft small block">{words.invitedBy(invited_by)}</span>
      </>
    ),
  },
  { key: 'role', head: words.columns.role, cell: ({ role }) => texts.roles[role] },
  {
    key: 'expires',
    head: words.expires,
    cell: ({ expires_at }) => <Dated name={words.expires} at={expires_at} short />,
  },
  {
    key: 'action',
    head: words.columns.action,
    end: true,
    cell: (invitation) => (
      <span className={rowAction}>
        <Button
          size="compact-sm"
          variant="subtle"
          className="danger-button"
          aria-label={`${words.withdraw}: ${invitation.email}`}
          onClick={() => withdraw(invitation)}
        >
          {words.withdraw}
        </Button>
      </span>
    ),
  },
]
