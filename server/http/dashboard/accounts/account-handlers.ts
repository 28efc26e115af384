import type { ACCOUNT_ROUTES } from '#contract/dashboard/accounts.ts'
import type { RouteName } from '#contract/dashboard.ts'
import { askEmailChange, changeEmailAtOnce, confirmEmailChange } from '../../../accounts/change-email.ts'
import { changeName } from '../../../accounts/change-name.ts'
import {
  askReset,
  changePassword,
  confirmPassword,
  resetPassword,
} from '../../../accounts/change-password.ts'
import {
  confirmSecondFactor,
  removeSecondFactor,
  startSecondFactor,
} from '../../../accounts/second-factor.ts'
import {
  type Browser,
  endSession,
  sessionsOf,
  signOut,
  signOutEverywhere,
} from '../../../accounts/sessions.ts'
import { signIn } from '../../../accounts/sign-in.ts'
import { confirmSignUp, signUp, signUpAtOnce } from '../../../accounts/sign-up.ts'
import { publicImageUrl } from '../../../rules/images/image-url.ts'
import { LINK_MS } from '../../../rules/mails/link-lifetimes.ts'
import { isoTime } from '../../../rules/values/iso-time.ts'
import { listStoresOf } from '../../../storage/accounts/members.ts'
import { readCookie, setCookie } from '../../cookie.ts'
import type { Call, Handlers } from '../endpoint.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { giveSession, sessionToken, takeSession } from './session-cookie.ts'
import { throttlePerson, throttleSignIn, throttleStranger } from './throttle.ts'

const SIGN_UP = 'haat_sign_up'
/** As long as the link in the mail. */
const SIGN_UP_SECONDS = LINK_MS / 1000

type AnyCall = Call<RouteName>

const browserOf = ({ request, world }: Pick<AnyCall, 'request' | 'world'>): Browser => ({
  userAgent: request.headers['user-agent'] ?? '',
  token: sessionToken(request, world.publicUrl),
})

export const ACCOUNT_HANDLERS: Handlers<keyof typeof ACCOUNT_ROUTES> = {
  async session({ world, door, request, reply, person }) {
    if (!person) return { person: null, stores: [], mails: door.sendsMails }
    const { id, name, email, totp_confirmed_at } = person
    if (!knownBrowser(request, world, email)) rememberBrowser(reply, world, email)
    const stores = (await listStoresOf(world.db, id)).map((store) => ({
      store_id: store.id,
      name: store.name,
      slug: store.slug,
      former_slugs: store.former_slugs?.split(' ') ?? [],
      logo: store.logo && publicImageUrl(store.logo, world.publicUrl),
      role: store.role,
    }))
    const second_factor = totp_confirmed_at !== null
    return { person: { id, name, email, second_factor }, stores, mails: door.sendsMails }
  },

  async signUp(call) {
    const { world, door, reply, input } = call
    await throttleStranger(call, 'sign up', input.email)
    if (door.sendsMails) {
      const value = await signUp(world, input)
      setCookie(reply, world.publicUrl, { name: SIGN_UP, value, seconds: SIGN_UP_SECONDS })
      return { outcome: 'check_mail' }
    }
    giveSession(reply, world.publicUrl, await signUpAtOnce(world, input, browserOf(call)))
    return { outcome: 'signed_in' }
  },

  async confirmSignUp(call) {
    const { world, request, reply, input } = call
    await throttleStranger(call, 'confirm', input.token)
    const mark = readCookie(request, world.publicUrl, SIGN_UP)
    const token = await confirmSignUp(world, { ...input, mark }, browserOf(call))
    setCookie(reply, world.publicUrl, { name: SIGN_UP, value: '', seconds: 0 })
    giveSession(reply, world.publicUrl, token)
    return {}
  },

  async signIn(call) {
    const { world, reply, input } = call
    await throttleSignIn(call, input.email)
    giveSession(reply, world.publicUrl, await signIn(world, input, browserOf(call)))
    return {}
  },

  async signOut({ world, request, reply }) {
    const token = sessionToken(request, world.publicUrl)
    if (token) await signOut(world, token)
    takeSession(reply, world.publicUrl)
    return {}
  },

  async signOutEverywhere({ world, person, reply }) {
    await signOutEverywhere(world, person.id)
    takeSession(reply, world.publicUrl)
    return {}
  },

  async askReset(call) {
    await throttleStranger(call, 'reset', call.input.email)
    await askReset(call.world, call.input.email)
    return {}
  },

  async resetPassword(call) {
    const { world, reply, input } = call
    await throttleStranger(call, 'reset', input.token)
    rememberBrowser(reply, world, await resetPassword(world, input.token, input.password))
    return {}
  },

  async changePassword(call) {
    const { world, person, reply, input } = call
    await throttlePerson(call, 'password', person.id)
    const change = { current: input.current_password, next: input.password }
    giveSession(reply, world.publicUrl, await changePassword(world, person, change, browserOf(call)))
    return {}
  },

  async askEmailChange(call) {
    const { world, door, person, reply, input } = call
    await throttlePerson(call, 'password', person.id)
    const asked = { email: input.email, password: input.current_password, code: input.code }
    if (door.sendsMails) {
      await askEmailChange(world, person, asked)
      return { outcome: 'check_mail' }
    }
    giveSession(reply, world.publicUrl, await changeEmailAtOnce(world, person, asked, browserOf(call)))
    return { outcome: 'changed' }
  },

  async confirmEmailChange(call) {
    const { world, person, reply, input } = call
    await throttlePerson(call, 'confirm', person.id)
    const token = await confirmEmailChange(world, person, input.token, browserOf(call))
    giveSession(reply, world.publicUrl, token)
    return {}
  },

  async changeName({ world, person, input }) {
    await changeName(world, person.id, input.name)
    return {}
  },

  async listSessions({ world, person }) {
    const sessions = (await sessionsOf(world, person.id)).map((session) => ({
      id: session.id,
      last_seen_at: isoTime(session.last_seen_at),
      user_agent: session.user_agent,
      current: session.id === person.session_id,
    }))
    return { sessions }
  },

  async endSession({ world, person, reply, input }) {
    await endSession(world, person.id, input.session)
    if (input.session === person.session_id) takeSession(reply, world.publicUrl)
    return {}
  },

  async startSecondFactor(call) {
    await throttlePerson(call, 'password', call.person.id)
    await confirmPassword(call.person, call.input.current_password)
    return startSecondFactor(call.world, call.person)
  },

  async confirmSecondFactor(call) {
    await throttlePerson(call, 'code', call.person.id)
    return confirmSecondFactor(call.world, call.person, call.input.code)
  },

  async removeSecondFactor(call) {
    const { world, person, input } = call
    await throttlePerson(call, 'password', person.id)
    await confirmPassword(person, input.current_password)
    await removeSecondFactor(world, person, input.code)
    return {}
  },
}
