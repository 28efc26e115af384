import { useState } from 'react'
import { useFilters } from './filters.tsx'
import type { Chosen } from './use-chosen.ts'

/** The props of a dialog that asks before a bulk change and reports its outcome. */
export interface QuestionProps<Asked, Outcome> {
  /** Fixed when the dialog opens, so that the dialog sends what it shows. */
  asked: Asked
  opened: boolean
  onClose: () => void
  onDone: (outcome: Outcome) => void
}

/** The question before a bulk change, and its outcome. */
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
      // Changed rows may no longer match the filter, and the current page may be gone.
      filter({})
    },
  }
}
