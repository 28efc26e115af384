import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiProblem, call } from '../../api.ts'
import { rowAction } from '../../parts/lists/data-table.tsx'
import { tellDone } from '../../parts/tell-done.ts'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.developer.webhooks

interface Props {
  webhook: string
  sequence: number
  disabled: boolean
}

/** Says in the row why it failed: a list of fifty is far longer than the screen. */
export function SendAgain({ webhook, sequence, disabled }: Props) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  // Once the webhook is switched on, no row still says that it is off.
  useEffect(() => {
    if (!disabled) setError(undefined)
  }, [disabled])
  const send = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await call('replayDelivery', { store: store_id, webhook, sequence: String(sequence) })
      tellDone(words.replayed)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
      // Also after a refusal: somebody else may have switched the webhook off.
      void refresh('listDeliveries', 'listWebhooks')
    }
  }
  return (
    <span className={rowAction}>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`${words.replay}: ${sequence}`}
        loading={busy}
        disabled={disabled}
        onClick={() => void send()}
      >
        {words.replay}
      </Button>
      {error instanceof ApiProblem && (
        <span role="alert" className="wrong block">
          {error.message}. {error.advice}
        </span>
      )}
    </span>
  )
}
