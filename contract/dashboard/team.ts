import { answers, type Done, type Role, type Route } from './route.ts'

export interface Member {
  person_id: string
  name: string
  email: string
  role: Role
  since: string
  second_factor: boolean
  you: boolean
}

export interface Invitation {
  id: string
  email: string
  role: Role
  expires_at: string
  invited_by: string
}

/** `link` is set where the service has no mail server: the inviter then passes it on. */
interface InvitationSent {
  id: string
  link: string | null
}

interface Team {
  members: Member[]
  invitations: Invitation[]
}

interface InvitationView {
  store_name: string
  role: Role
  email: string
  invited_by: string
  /** Whether the invitation is for the signed-in person. */
  for_you: boolean
}

export const TEAM_ROUTES = {
  readInvitation: {
    method: 'POST',
    path: '/invitations/read',
    access: 'anyone',
    body: { token: 'string' },
    answer: answers<InvitationView>(),
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    access: 'person',
    body: { token: 'string' },
    answer: answers<{ store_id: string }>(),
  },
  readTeam: { method: 'GET', path: '/stores/:store/team', access: 'owner', answer: answers<Team>() },
  invite: {
    method: 'POST',
    path: '/stores/:store/invitations',
    access: 'owner',
    body: { email: 'string', role: 'string' },
    answer: answers<InvitationSent>(),
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/stores/:store/invitations/:invitation',
    access: 'owner',
    answer: answers<Done>(),
  },
  changeRole: {
    method: 'PUT',
    path: '/stores/:store/members/:person',
    access: 'owner',
    body: { role: 'string' },
    answer: answers<Done>(),
  },
  removeMember: {
    method: 'DELETE',
    path: '/stores/:store/members/:person',
    access: 'owner',
    answer: answers<Done>(),
  },
  leaveStore: {
    method: 'POST',
    path: '/stores/:store/leave',
    access: 'staff',
    body: {},
    answer: answers<Done>(),
  },
} as const satisfies Record<string, Route>
