import { focusManager } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { askSession, refreshSession, useSession } from '../session.ts'
import { isWaiting, onWaiting, signedInAgain } from '../signed-out.ts'
import { texts } from '../texts.ts'

/** Opens over the current page: nothing below it is lost, and waiting requests continue after signing in. */
export function SignedOutDialog() {
  const waiting = useSyncExternalStore(onWaiting, isWaiting)
  const person = useSession()?.person
  const goOn = async () => {
    const session = await refreshSession()
    // Another person must not continue this person's work.
    if (person && session.person?.id !== person.id) return location.assign('/dashboard/')
    signedInAgain()
  }
  const goOnIfBack = async () => {
    const session = await askSession().catch(() => undefined)
    if (person && session?.person?.id === person.id) await goOn()
  }
  // Signing in once is enough for all tabs: the others notice when they get the focus.
  useEffect(() => (waiting ? focusManager.subscribe(() => void goOnIfBack()) : undefined))
  return (
    <Dialog opened={waiting} onClose={() => {}} title={texts.session.over} firm>
      <div className="stack">
        <p className="soft">{texts.session.overNote}</p>
        <SignInForm email={person?.email ?? ''} onDone={goOn} />
      </div>
    </Dialog>
  )
}
