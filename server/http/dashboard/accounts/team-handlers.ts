import { linkTo } from '#contract/dashboard/accounts.ts'
import { ROLES, type Role } from '#contract/dashboard/route.ts'
import type { TEAM_ROUTES } from '#contract/dashboard/team.ts'
import * as team from '../../../accounts/team.ts'
import { isoTime } from '../../../rules/values/iso-time.ts'
import { listInvitations } from '../../../storage/accounts/invitations.ts'
import { listMembers } from '../../../storage/accounts/members.ts'
import type { Handlers } from '../endpoint.ts'
import { oneOf } from '../input/one-of.ts'
import { throttlePerson } from './throttle.ts'

const knownRole = (sent: string): Role => oneOf('role', ROLES, sent)

export const TEAM_HANDLERS: Handlers<keyof typeof TEAM_ROUTES> = {
  async readInvitation({ world, person, input }) {
    const { store_name, role, email, invited_by } = await team.readInvitation(world.db, world, input.token)
    return { store_name, role, email, invited_by, for_you: person?.email === email }
  },

  async acceptInvitation({ world, person, input }) {
    return { store_id: await team.acceptInvitation(world, person, input.token) }
  },

  async readTeam({ world, person, input }) {
    const members = await listMembers(world.db, input.store)
    const invitations = await listInvitations(world.db, input.store, world.now())
    return {
      members: members.map(({ id, name, email, role, since, totp_confirmed_at }) => ({
        person_id: id,
        name,
        email,
        role,
        since: isoTime(since),
        second_factor: totp_confirmed_at !== null,
        you: id === person.id,
      })),
      invitations: invitations.map(({ id, email, role, expires_at, invited_by }) => ({
        id,
        email,
        role,
        expires_at: isoTime(expires_at),
        invited_by,
      })),
    }
  },

  async invite(call) {
    const { door, world, person, input } = call
    const role = knownRole(input.role)
    await throttlePerson(call, 'invite', person.id)
    const { id, token } = await team.invite(world, input.store, person, { email: input.email, role })
    return { id, link: door.sendsMails ? null : linkTo(world.publicUrl, 'join', token) }
  },

  async withdrawInvitation({ world, person, input }) {
    await team.withdrawInvitation(world, input.store, person, input.invitation)
    return {}
  },

  async changeRole({ world, person, input }) {
    await team.changeRole(world, input.store, person, input.person, knownRole(input.role))
    return {}
  },

  async removeMember({ world, person, input }) {
    await team.removeMember(world, input.store, person, input.person)
    return {}
  },

  async leaveStore({ world, person, input }) {
    await team.removeMember(world, input.store, person, person.id)
    return {}
  },
}
