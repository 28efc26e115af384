import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem, call } from '../api.ts'
import { dropDraftsOf, hasDraftsOf } from '../forms/draft.ts'
import { useSession } from '../session.ts'
import { texts } from '../texts.ts'
import { Confirm } from './dialogs/dialog.tsx'

const STILL_IN = 'still-in'

/** A notification, because the menu with the button is closed by now. */
function tellStillIn(problem: unknown) {
  if (!(problem instanceof ApiProblem)) throw problem
  notifications.show({
    id: STILL_IN,
    message: `${texts.session.stillIn} ${problem.message}. ${problem.advice ?? ''}`,
    color: 'red',
    autoClose: false,
  })
}

/** Signs out and deletes this person's drafts from the browser. `ask` asks first if there are drafts. */
export function useSignOut() {
  const id = useSession()?.person?.id
  const client = useQueryClient()
  const router = useRouter()
  const [asking, setAsking] = useState(false)
  const signOut = async (everywhere = false) => {
    const signedOut = call(everywhere ? 'signOutEverywhere' : 'signOut', {})
    await Promise.all([signedOut, router.preloadRoute({ to: '/sign-in' })])
    notifications.hide(STILL_IN)
    if (id) await dropDraftsOf(id)
    await router.navigate({ to: '/sign-in', ignoreBlocker: true })
    // Not before: the page that was left fails without its session.
    client.clear()
  }
  const ask = async () => (id && (await hasDraftsOf(id)) ? setAsking(true) : signOut().catch(tellStillIn))
  const dialog = (
    <Confirm
      opened={asking}
      onClose={() => setAsking(false)}
      title={texts.session.leaveTitle}
      action={texts.shell.signOut}
      onConfirm={() => signOut()}
    >
      <p>{texts.session.leaveNote}</p>
    </Confirm>
  )
  return { signOut, ask, dialog }
}
