import { linkTo } from '#contract/dashboard/accounts.ts'
import { INVITATION_MS, LINK_MS } from '../rules/mails/link-lifetimes.ts'
import type { Letter } from './letter.ts'

export const confirmLetter = (publicUrl: string, to: string, token: string): Letter => ({
  to,
  kind: 'sign up',
  subject: 'Confirm your e-mail address',
  worksForMs: LINK_MS,
  content: {
    heading: 'Confirm your e-mail address',
    paragraphs: ['Somebody, most likely you, has signed up for Haat with this address.'],
    button: { label: 'Confirm and sign in', url: linkTo(publicUrl, 'confirm', token) },
    afterword: 'The link works once, for one hour. If this was not you, do nothing: no account is made.',
  },
})

/** For a person with an account, when they or somebody else sign up with its address. */
export const knownAddressLetter = (publicUrl: string, to: string): Letter => ({
  to,
  kind: 'sign up',
  subject: 'You have an account already',
  content: {
    heading: 'You have an account already',
    paragraphs: [
      'Somebody, most likely you, tried to sign up for Haat with this address, which has an account.',
      'Sign in with your password, or choose a new one if you have forgotten it.',
    ],
    button: { label: 'Sign in', url: `${publicUrl}/dashboard/sign-in` },
    afterword: 'If this was not you, do nothing: your account is as it was.',
  },
})

export const resetLetter = (publicUrl: string, to: string, token: string): Letter => ({
  to,
  kind: 'password',
  subject: 'Choose a new password',
  worksForMs: LINK_MS,
  content: {
    heading: 'Choose a new password',
    paragraphs: ['Somebody, most likely you, has asked for a new password for this address.'],
    button: { label: 'Choose a new password', url: linkTo(publicUrl, 'reset', token) },
    afterword: 'The link works once, for one hour. If this was not you, do nothing: your password stays.',
  },
})

export const passwordChangedLetter = (publicUrl: string, to: string): Letter => ({
  to,
  kind: 'password',
  subject: 'Your password was changed',
  content: {
    heading: 'Your password was changed',
    paragraphs: [
      'All other browsers have been signed out.',
      'If this was not you, choose a new one at once.',
    ],
    button: { label: 'Choose a new password', url: `${publicUrl}/dashboard/forgotten` },
  },
})

export const newAddressLetter = (publicUrl: string, to: string, token: string): Letter => ({
  to,
  kind: 'address',
  subject: 'Confirm your new e-mail address',
  worksForMs: LINK_MS,
  content: {
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      'Somebody, most likely you, wants to use this address for their Haat account from now on.',
      'Open the link where you are signed in, or sign in as before when it asks you to.',
    ],
    button: { label: 'Use this address', url: linkTo(publicUrl, 'newAddress', token) },
    afterword: 'The link works once, for one hour. If this was not you, do nothing: no account is changed.',
  },
})

/** For a person with an account, when they or somebody else request its address for another account. */
export const takenAddressLetter = (publicUrl: string, to: string): Letter => ({
  to,
  kind: 'address',
  subject: 'This address has an account already',
  content: {
    heading: 'This address has an account already',
    paragraphs: [
      'Somebody, most likely you, wants to use this address for another Haat account. An address belongs to one.',
      'Sign in with this address, or choose another one for the other account.',
    ],
    button: { label: 'Sign in', url: `${publicUrl}/dashboard/sign-in` },
    afterword: 'If this was not you, do nothing: your account is as it was.',
  },
})

/** Goes to the present address of the account. */
export const addressChangeLetter = (publicUrl: string, to: string, next: string): Letter => ({
  to,
  kind: 'address',
  subject: 'Your e-mail address is about to change',
  content: {
    heading: 'Your e-mail address is about to change',
    paragraphs: [
      `Somebody, most likely you, wants to use ${next} for your account in place of this address. It changes when the link that we have sent there is opened.`,
      'If this was not you, choose a new password at once: that link works no more then.',
    ],
    button: { label: 'Choose a new password', url: `${publicUrl}/dashboard/forgotten` },
  },
})

/** Goes to the former address, so it has no button: that address gives no access any more. */
export const addressChangedLetter = (to: string, next: string): Letter => ({
  to,
  kind: 'address',
  subject: 'Your e-mail address was changed',
  content: {
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `You sign in with ${next} from now on. All other browsers have been signed out.`,
      'If this was not you, tell the owners of your stores and whoever runs this service at once.',
    ],
  },
})

export const codesBlockedLetter = (publicUrl: string, to: string): Letter => ({
  to,
  kind: 'sign in',
  subject: 'Somebody knows your password',
  content: {
    heading: 'Somebody knows your password',
    paragraphs: [
      'Your password was right, but ten one-time codes in a row were not. For an hour no code is taken.',
      'If this was not you, choose a new password now.',
    ],
    button: { label: 'Choose a new password', url: `${publicUrl}/dashboard/forgotten` },
  },
})

interface Invitation {
  id: string
  to: string
  token: string
  store: { id: string; name: string }
  invitedBy: string
}

export const invitationLetter = (
  publicUrl: string,
  { id, to, token, store, invitedBy }: Invitation,
): Letter => ({
  to,
  kind: 'invitation',
  subject: `${invitedBy} invites you to ${store.name}`,
  aboutStore: store.id,
  invitation: id,
  worksForMs: INVITATION_MS,
  content: {
    heading: `Join ${store.name}`,
    paragraphs: [`${invitedBy} invites you to look after ${store.name} together.`],
    button: { label: 'Accept the invitation', url: linkTo(publicUrl, 'join', token) },
    afterword: `The link works for seven days, for ${to} alone.`,
  },
})
