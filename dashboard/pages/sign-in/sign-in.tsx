import { useRouter, useSearch } from '@tanstack/react-router'
import { TextLink } from '../../parts/links.tsx'
import { texts } from '../../texts.ts'
import { useEntered } from './entered.ts'
import { Gate } from './gate.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignIn() {
  const search = useSearch({ strict: false })
  const enter = useEntered()
  const router = useRouter()
  return (
    <Gate
      title={texts.account.signInTitle}
      foot={
        <>
          {texts.account.noAccount}{' '}
          <TextLink to="/sign-up" search={search} inherit>
            {texts.account.signUp}
          </TextLink>
        </>
      }
    >
      <SignInForm key={router.state.location.pathname} email={search.email ?? ''} onDone={enter} />
      <p className="small">
        <TextLink to="/forgotten">{texts.account.forgot}</TextLink>
      </p>
    </Gate>
  )
}
