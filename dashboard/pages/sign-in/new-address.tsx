import { useState } from 'react'
import { call, isRefusedAs } from '../../api.ts'
import { useDoAndLook } from '../../forms/do-and-look.ts'
import { TextLink } from '../../parts/links.tsx'
import { LoadingRows, Problem } from '../../parts/states.tsx'
import { refreshSession, usePerson, useSession } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Gate } from './gate.tsx'
import { useLinkToken } from './link-token.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useLink } from './use-link.ts'
import { WrongPerson } from './wrong-person.tsx'

const words = texts.account
const toStores = <TextLink to="/">{words.toStores}</TextLink>

/** The link that goes to a new address ends here. It takes the person who asked for it. */
export function ConfirmAddress() {
  const token = useLinkToken()
  const session = useSession()
  if (!token) return <Gate title={words.emailNew} note={words.linkMissing} />
  if (session?.person) return <UseAddress key={session.person.id} token={token} />
  return (
    <Gate title={words.emailNew} note={session && words.emailSignIn}>
      {session ? <SignInForm email="" onDone={refreshSession} /> : <LoadingRows rows={2} />}
    </Gate>
  )
}

function UseAddress({ token }: { token: string }) {
  const { email } = usePerson()
  const [done, setDone] = useState(false)
  const doAndLook = useDoAndLook()
  const { error, retry } = useLink(token, () =>
    doAndLook(
      token,
      () => call('confirmEmailChange', { token }),
      () => refreshSession().then(() => setDone(true)),
    ),
  )
  if (done) return <Gate title={words.emailChanged} note={words.lead(email)} foot={toStores} />
  if (error === undefined)
    return (
      <Gate title={words.emailNew}>
        <LoadingRows rows={2} />
      </Gate>
    )
  return (
    <Gate title={words.emailNew} note={words.lead(email)} foot={toStores}>
      <Problem error={error} {...retry} />
      {isRefusedAs('other_account', error) && <WrongPerson />}
    </Gate>
  )
}
