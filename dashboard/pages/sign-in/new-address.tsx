import { useState } from 'react'
import { ApiProblem, call, isRefusedAs } from '../../api.ts'
import { TextLink } from '../../parts/links.tsx'
import { LoadingRows, Problem } from '../../parts/states.tsx'
import { refreshSession, usePerson, useSession } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Gate } from './gate.tsx'
import { useLinkToken } from './link-token.ts'
import { SignInForm } from './sign-in-form.tsx'
import { ifOver, useLink } from './use-link.ts'
import { WrongPerson } from './wrong-person.tsx'

const words = texts.account
const toStores = <TextLink to="/">{words.toStores}</TextLink>

/** The target of the link mailed to a new address. Only the person who asked for the change can use it. */
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
  const [before] = useState(email)
  const [done, setDone] = useState(false)
  /** If only the answer was lost, the link is used up and the address is changed already. */
  const confirm = async () => {
    const over = await call('confirmEmailChange', { token }).catch(ifOver)
    const { person } = await refreshSession()
    if (over instanceof ApiProblem && person?.email === before) throw over
    setDone(true)
  }
  const { error, retry } = useLink(token, confirm)
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
