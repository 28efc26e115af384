import { Button } from '@mantine/core'
import { useSignOut } from '../../parts/use-sign-out.tsx'
import { texts } from '../../texts.ts'

/** Where a link is for somebody else than who is signed in. */
export function WrongPerson() {
  const leaving = useSignOut()
  return (
    <>
      <p>{texts.account.wrongPerson}</p>
      <Button variant="default" onClick={() => void leaving.ask()}>
        {texts.shell.signOut}
      </Button>
      {leaving.dialog}
    </>
  )
}
