import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { LINK_PAGES } from '#contract/dashboard/accounts.ts'
import { call } from '../../api.ts'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { Loaded, Problem } from '../../parts/states.tsx'
import { refreshSession, useSession } from '../../session.ts'
import { texts } from '../../texts.ts'
import { Gate } from './gate.tsx'
import { forgetInvitation, rememberInvitation, useJoinToken } from './link-token.ts'
import { ifOver } from './use-link.ts'
import { WrongPerson } from './wrong-person.tsx'

export function Invitation() {
  const token = useJoinToken()
  const session = useSession()
  const query = useQuery({
    queryKey: ['readInvitation', token, session?.person?.id],
    queryFn: () => call('readInvitation', { token }, { quiet: true }),
    enabled: token !== '' && session !== undefined,
    retry: false,
  })
  if (token === '') return <Gate title={texts.account.joinTitle} note={texts.account.linkMissing} />
  const title = query.data ? texts.account.invitationTitle(query.data.store_name) : texts.account.joinTitle
  const mayGoIn = query.isError || (session?.person && session.stores.length > 0)
  return (
    <Gate title={title} foot={mayGoIn && <TextLink to="/">{texts.account.toStores}</TextLink>}>
      <Loaded query={query}>
        {(view) => (
          <>
            <p>{texts.account.invitation(view.invited_by, texts.roles[view.role])}</p>
            <p className="soft small">{texts.account.invitationFor(view.email)}</p>
            {!session?.person && <SignedOutChoices email={view.email} token={token} />}
            {session?.person && !view.for_you && <WrongPerson />}
            {view.for_you && <Accept key={token} token={token} />}
          </>
        )}
      </Loaded>
    </Gate>
  )
}

function SignedOutChoices({ email, token }: { email: string; token: string }) {
  useEffect(() => rememberInvitation({ email, token }), [email, token])
  const search = { email, to: LINK_PAGES.join }
  return (
    <>
      <ButtonLink to="/sign-in" search={search}>
        {texts.account.signInToJoin}
      </ButtonLink>
      <ButtonLink to="/sign-up" search={search} variant="default">
        {texts.account.signUpToJoin}
      </ButtonLink>
    </>
  )
}

function Accept({ token }: { token: string }) {
  const navigate = useNavigate()
  const join = useJoin(token)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const accept = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const store = await join()
      forgetInvitation()
      await navigate(store ? { to: '/s/$store', params: { store: store.slug } } : { to: '/' })
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <Button loading={busy} onClick={() => void accept()}>
        {texts.account.accept}
      </Button>
    </>
  )
}

/** Uses the link once. If only its answer was lost, the person is a member already. */
function useJoin(token: string) {
  const session = useSession()
  const [before] = useState(() => session?.stores.map(({ store_id }) => store_id) ?? [])
  const joined = useRef<string>(undefined)
  const accept = async () => {
    joined.current ??= (await call('acceptInvitation', { token }, { quiet: true })).store_id
  }
  return async () => {
    const over = await accept().catch(ifOver)
    const { stores } = await refreshSession()
    const isNew = (id: string) => (over ? !before.includes(id) : id === joined.current)
    const store = stores.find(({ store_id }) => isNew(store_id))
    if (over && !store) throw over
    return store
  }
}
