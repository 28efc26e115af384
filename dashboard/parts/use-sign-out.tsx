import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api.ts'
import { dropDraftsOf, hasDraftsOf } from '../forms/draft.ts'
import { useSession } from '../session.ts'
import { texts } from '../texts.ts'
import { Confirm } from './dialog.tsx'

/** Leaves nothing of this person in the browser. `ask` does so first where something that was typed would be lost. */
export function useSignOut() {
  const id = useSession()?.person?.id
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const signOut = async (everywhere = false) => {
    await call(everywhere ? 'signOutEverywhere' : 'signOut', {})
    if (id) await dropDraftsOf(id)
    client.clear()
    await navigate({ to: '/sign-in', ignoreBlocker: true })
  }
  const ask = async () => (id && (await hasDraftsOf(id)) ? setAsking(true) : signOut())
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
