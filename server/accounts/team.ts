import { DashboardError, wrongField } from '#contract/dashboard/errors.ts'
import { type Role, roleAllows } from '#contract/dashboard/route.ts'
import { TEAM_ROUTES } from '#contract/dashboard/team.ts'
import { countOneMore } from '../actions/mails/mail-counts.ts'
import { queueLetter } from '../actions/mails/queue-letter.ts'
import { invitationLetter } from '../mails/account-letters.ts'
import { INVITATION_MS } from '../rules/mails/link-lifetimes.ts'
import { emailOf } from '../rules/mails/mail-address.ts'
import {
  findInvitation,
  putInvitation,
  takeInvitation,
  takeInvitationsOf,
} from '../storage/accounts/invitations.ts'
import * as members from '../storage/accounts/members.ts'
import type { Queries } from '../storage/engine.ts'
import { findStore, holdStore } from '../storage/stores/stores.ts'
import type { World } from '../world.ts'
import { type Actor, writeAudit } from './audited.ts'
import { makeLink } from './mail-link.ts'
import { isOperator } from './operator.ts'
import { newToken, tokenHash } from './token.ts'

/** Keeps a member from mailing any number of strangers through us. */
const MOST_INVITATIONS = 50

const invitationsOf = ({ id }: Actor) => ({ name: `invitations of ${id}`, most: MOST_INVITATIONS })

/** The link works only for an account with that address. */
export async function invite(
  world: World,
  storeId: string,
  actor: Actor,
  { email: text, role }: { email: string; role: Role },
): Promise<{ id: string; token: string }> {
  const email = emailOf(text)
  if (!email) throw wrongField('email', 'Enter an e-mail address')
  const id = world.newId()
  const token = newToken()
  const at = world.now()
  await world.db.transaction(async (tx) => {
    await holdTeam(tx, storeId)
    const problem = await whyNotInvited(tx, world, { storeId, actor, email, id, token })
    if (problem) throw wrongField('email', problem)
    const store = await findStore(tx, storeId)
    if (!store) throw new DashboardError('store_not_found')
    await putInvitation(tx, {
      store_id: storeId,
      id,
      token_hash: tokenHash(token),
      email,
      role,
      invited_by: actor.name,
      inviter_id: actor.id,
      created_at: at,
      expires_at: at + INVITATION_MS,
    })
    const letter = { id, to: email, token, store, invitedBy: actor.name }
    await queueLetter(tx, world, invitationLetter(world.publicUrl, letter))
    await writeAudit(tx, world, storeId, actor, { action: 'member.invited', subject: email, detail: role })
  })
  return { id, token }
}

interface Invited {
  storeId: string
  actor: Actor
  email: string
  id: string
  token: string
}

/** Says why the address cannot be invited; otherwise counts the invitation and makes its link. */
async function whyNotInvited(
  tx: Queries,
  world: World,
  { storeId, actor, email, id, token }: Invited,
): Promise<string | undefined> {
  const team = await members.listMembers(tx, storeId)
  if (team.some((member) => member.email === email)) return `${email} is a member already`
  if (!isOperator(actor.id) && (await countOneMore(tx, [invitationsOf(actor)], id, world.now())))
    return `You have sent ${MOST_INVITATIONS} invitations within a day. Try again tomorrow.`
  const isLinked = await makeLink(tx, world, { token, email, purpose: 'invitation' })
  return isLinked ? undefined : `${email} was sent five invitations within an hour. Try again later.`
}

export async function withdrawInvitation(world: World, storeId: string, actor: Actor, id: string) {
  await world.db.transaction(async (tx) => {
    const gone = await takeInvitation(tx, storeId, id)
    if (!gone) throw new DashboardError('not_found')
    await writeAudit(tx, world, storeId, actor, { action: 'invitation.withdrawn', subject: gone.email })
  })
}

const mayInvite = (role: Role) => roleAllows(role, TEAM_ROUTES.invite.access)

/** An invitation is valid only while its inviter may still invite. The operator, who is in no team, always may. */
export async function readInvitation(db: Queries, world: World, token: string) {
  const found = await findInvitation(db, tokenHash(token), world.now())
  const isBacked = isOperator(found?.inviter_id) || (found?.inviter_role && mayInvite(found.inviter_role))
  if (!found || !isBacked) throw new DashboardError('link_over')
  return found
}

export async function acceptInvitation(world: World, actor: Actor, token: string): Promise<string> {
  return world.db.transaction(async (tx) => {
    const { store_id, id, role, email } = await readInvitation(tx, world, token)
    if (email !== actor.email) throw new DashboardError('wrong_person')
    await holdTeam(tx, store_id)
    if (!(await takeInvitation(tx, store_id, id))) throw new DashboardError('link_over')
    const member = { store_id, person_id: actor.id, role, since: world.now() }
    // A member may have changed their address to the invited one: they keep their role.
    if (await members.insertMember(tx, member)) {
      const subject = actor.email
      await writeAudit(tx, world, store_id, actor, { action: 'member.joined', subject, detail: role })
    }
    return store_id
  })
}

export async function changeRole(world: World, storeId: string, actor: Actor, personId: string, role: Role) {
  await changeTeam(world, storeId, personId, async (tx, member, otherOwners) => {
    if (role === member.role) return
    if (otherOwners === 0) throw new DashboardError('last_owner')
    await members.changeRole(tx, storeId, personId, role)
    if (!mayInvite(role)) await dropInvitations(tx, world, storeId, actor, member)
    await writeAudit(tx, world, storeId, actor, {
      action: 'member.role_changed',
      subject: member.email,
      detail: `${member.role} → ${role}`,
    })
  })
}

/** With their next request the person has no access to the store. */
export async function removeMember(world: World, storeId: string, actor: Actor, personId: string) {
  await changeTeam(world, storeId, personId, async (tx, member, otherOwners) => {
    if (otherOwners === 0) throw new DashboardError('last_owner')
    await members.deleteMember(tx, storeId, personId)
    await dropInvitations(tx, world, storeId, actor, member)
    const action = personId === actor.id ? 'member.left' : 'member.removed'
    await writeAudit(tx, world, storeId, actor, { action, subject: member.email, detail: member.role })
  })
}

/** Withdraws invitations from and to the member, so that these can neither bring others in nor the member back. */
async function dropInvitations(tx: Queries, world: World, storeId: string, actor: Actor, member: Member) {
  for (const { email } of await takeInvitationsOf(tx, storeId, member)) {
    await writeAudit(tx, world, storeId, actor, { action: 'invitation.withdrawn', subject: email })
  }
}

/** Makes changes of a team take turns, so that the last two owners cannot both leave. */
async function holdTeam(tx: Queries, storeId: string) {
  if (!(await holdStore(tx, storeId))) throw new DashboardError('store_not_found')
}

type Member = Awaited<ReturnType<typeof members.listMembers>>[number]

async function changeTeam(
  world: World,
  storeId: string,
  personId: string,
  change: (tx: Queries, member: Member, otherOwners: number) => Promise<void>,
) {
  await world.db.transaction(async (tx) => {
    await holdTeam(tx, storeId)
    const team = await members.listMembers(tx, storeId)
    const member = team.find(({ id }) => id === personId)
    if (!member) throw new DashboardError('not_found')
    await change(tx, member, team.filter(({ id, role }) => role === 'owner' && id !== personId).length)
  })
}
