import { Button } from '@mantine/core'
import { useState } from 'react'
import type { KeyView } from '#contract/dashboard/keys.ts'
import { ApiProblem, call } from '../../api.ts'
import { isStale } from '../../forms/use-refusal.ts'
import { SecretBox } from '../../parts/copying/secret-box.tsx'
import { Confirm, Dialog } from '../../parts/dialogs/dialog.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Card } from '../../parts/page.tsx'
import { Loaded, LoadingRows, Problem } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useCall, useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.developer

export function KeyCard() {
  const { store_id } = useStore()
  const query = useCall('readKey', { store: store_id })
  const refresh = useRefresh()
  const [fresh, setFresh] = useState<string>()
  const [warning, setWarning] = useState(false)
  const [making, setMaking] = useState(false)
  const [error, setError] = useState<unknown>()
  const { last_four: lastFour = null, created_at = null } = query.data ?? {}
  const generate = async () => {
    try {
      const was = { last_four: lastFour, created_at }
      return (await call('generateKey', { store: store_id, was })).api_key
    } catch (problem) {
      throw isStale(problem) ? new ApiProblem(409, { error: words.keyChanged }) : problem
    } finally {
      void refresh('readKey', 'overview')
    }
  }
  const first = async () => {
    setMaking(true)
    await generate().then(setFresh, setError)
    setMaking(false)
  }
  return (
    <Card
      title={words.keyTitle}
      note={words.keyNote}
      action={
        query.data && (
          <Button
            variant={lastFour ? 'default' : 'filled'}
            loading={making}
            onClick={() => {
              setError(undefined)
              if (lastFour) setWarning(true)
              else void first()
            }}
          >
            {lastFour ? words.keyRegenerate : words.keyGenerate}
          </Button>
        )
      }
    >
      <span id="key" />
      {error !== undefined && <Problem error={error} />}
      <Loaded query={query} shape={<LoadingRows rows={1} />}>
        {(key) => <KeyFacts view={key} />}
      </Loaded>
      <Confirm
        opened={warning}
        onClose={() => setWarning(false)}
        title={words.keyWarnTitle}
        action={words.keyRegenerate}
        onConfirm={generate}
        onDone={setFresh}
        danger
      >
        <p>{words.keyWarn(lastFour ?? '')}</p>
        {query.data?.last_used_at && (
          <p>
            {words.keyUsed} <Time at={query.data.last_used_at} />
          </p>
        )}
      </Confirm>
      <FreshKey value={fresh} onClose={() => setFresh(undefined)} />
    </Card>
  )
}

/** Shows a new key, once. */
const FreshKey = ({ value, onClose }: { value: string | undefined; onClose: () => void }) => (
  <Dialog opened={value !== undefined} onClose={onClose} title={words.keyReady}>
    <div className="stack">
      <SecretBox value={value ?? ''} label={words.keyLabel} />
      <div className="buttons">
        <Button onClick={onClose}>{texts.actions.done}</Button>
      </div>
    </div>
  </Dialog>
)

function KeyFacts({ view }: { view: KeyView }) {
  if (!view.last_four || !view.created_at) return <p className="soft">{words.keyNone}</p>
  return (
    <Facts
      across
      facts={[
        [words.keyLabel, <code key="key">{words.keyEnds(view.last_four)}</code>],
        [words.keyCreated, <Time key="created" at={view.created_at} />],
        [words.keyUsed, view.last_used_at ? <Time key="used" at={view.last_used_at} /> : words.keyNever],
      ]}
    />
  )
}
