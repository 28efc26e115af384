import { useState } from 'react'
import { useFilters } from './filters.tsx'
import type { Chosen } from './use-chosen.ts'

/** Of what was asked about many: the dialog that asks, which tells what became of them. */
export interface QuestionProps<Asked, Outcome> {
  /** As it was when the dialog was opened: what it says stays true of what it sends. */
  asked: Asked
  opened: boolean
  onClose: () => void
  onDone: (outcome: Outcome) => void
}

/** What is asked before something is done to all that is chosen, and what became of it. */
export function useQuestion<Asked, Outcome>(first: Asked, { clear }: Pick<Chosen<unknown>, 'clear'>) {
  const [asked, setAsked] = useState(first)
  const [opened, setOpened] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const filter = useFilters()
  const question: QuestionProps<Asked, Outcome> = {
    asked,
    opened,
    onClose: () => setOpened(false),
    onDone: setOutcome,
  }
  return {
    question,
    ask(next: Asked) {
      setAsked(next)
      setOpened(true)
    },
    outcome,
    end() {
      setOutcome(undefined)
      clear()
      // What was changed may have left the filter, and this page with it.
      filter({})
    },
  }
}
