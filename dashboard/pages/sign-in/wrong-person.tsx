import { Button } from '@mantine/core'
import { useSignOut } from '../../parts/use-sign-out.tsx'
import { texts } from '../../texts.ts'

/** A link that is for another person than the one signed in. */
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
