import { Button } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../parts/page.tsx'
import { usePerson } from '../../session.ts'
import { texts } from '../../texts.ts'
import { RemoveFactor } from './factor-remove.tsx'
import { SetUpFactor } from './factor-set-up.tsx'

const words = texts.account

export function SecondFactor() {
  const { second_factor: on } = usePerson()
  const [open, setOpen] = useState<'set-up' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <Card
      title={words.factorTitle}
      note={on ? words.factorOn : words.factorOff}
      action={
        <Button variant="default" onClick={() => setOpen(on ? 'remove' : 'set-up')}>
          {on ? words.factorRemove : words.factorStart}
        </Button>
      }
    >
      {open === 'set-up' && <SetUpFactor onClose={close} />}
      {open === 'remove' && <RemoveFactor onClose={close} />}
    </Card>
  )
}
