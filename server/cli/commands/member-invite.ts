import { linkTo } from '#contract/dashboard/accounts.ts'
import { DashboardError } from '#contract/dashboard/errors.ts'
import { ROLES } from '#contract/dashboard/route.ts'
import { OPERATOR } from '../../accounts/operator.ts'
import { invite } from '../../accounts/team.ts'
import { Refused } from '../../actions/refused.ts'
import { idOf } from '../arguments.ts'
import { type Command, STORE_OPTION } from '../command.ts'

export const memberInvite: Command = {
  name: 'member invite',
  summary: 'Invites a person to a store, such as the first owner of one made here.',
  options: {
    ...STORE_OPTION,
    email: { value: 'EMAIL', help: "the person's e-mail address", required: true },
    role: { value: 'ROLE', help: 'owner, manager or staff (owner)' },
  },
  async run({ world, option, required }) {
    const wished = option('role') ?? 'owner'
    const role = ROLES.find((each) => each === wished)
    if (!role) throw new Refused('--role must be owner, manager or staff')
    try {
      const input = { email: required('email'), role }
      const { token } = await invite(world, idOf(required('store')), OPERATOR, input)
      const link = linkTo(world.publicUrl, 'join', token)
      return {
        json: { link },
        text: `Invited ${input.email} as ${role}\nLink  ${link}  (works for seven days)`,
      }
    } catch (error) {
      throw error instanceof DashboardError ? new Refused(error.message) : error
    }
  },
}
