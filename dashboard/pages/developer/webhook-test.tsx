import { call } from '../../api.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Loaded, LoadingRows } from '../../parts/states.tsx'
import { useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'
import { useOnce } from './use-once.ts'
import { Attempt } from './webhook-attempt.tsx'
import { WebhookRequest } from './webhook-request.tsx'

const words = texts.developer.webhooks

export function TestResult({ webhook, onClose }: { webhook: string; onClose: () => void }) {
  const { store_id } = useStore()
  const refresh = useRefresh()
  const query = useOnce(async () => {
    const sent = await call('testWebhook', { store: store_id, webhook })
    void refresh('listWebhooks')
    return sent
  })
  return (
    <Dialog opened onClose={onClose} title={words.testTitle} wide>
      <Loaded query={query} shape={<LoadingRows rows={2} />}>
        {({ attempt, request }) => (
          <div className="stack">
            <p>
              <strong>
                {attempt.ok
                  ? words.testOk(attempt.status ?? 0, attempt.duration_ms)
                  : attempt.failure
                    ? words.testLost
                    : words.testRefused(attempt.status ?? 0)}
              </strong>{' '}
              {!attempt.ok && words.testNext}
            </p>
            <Attempt attempt={attempt} />
            <WebhookRequest request={request} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
