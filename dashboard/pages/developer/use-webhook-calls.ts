import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api.ts'
import { tellDone } from '../../parts/tell-done.ts'
import { useForget, useRefresh } from '../../queries.ts'
import { useStore } from '../../session.ts'
import { texts } from '../../texts.ts'

const words = texts.developer.webhooks

/** A secret to be shown, with its label. */
export interface ShownSecret {
  title: string
  value: string
}

/** The calls for one webhook; each refetches the data that it changes. */
export function useWebhookCalls(webhook: string) {
  const { store_id, slug } = useStore()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const forget = useForget()
  const input = { store: store_id, webhook }
  return {
    async turn(enabled: boolean) {
      await call('switchWebhook', { ...input, enabled })
      await refresh('listWebhooks', 'listDeliveries', 'overview')
    },
    async reveal(): Promise<ShownSecret> {
      const { secret: value } = await call('revealWebhookSecret', input)
      return { title: words.secretTitle, value }
    },
    async rotate(): Promise<ShownSecret> {
      const { secret: value } = await call('rotateWebhookSecret', input)
      void refresh('listWebhooks')
      return { title: words.rotatedTitle, value }
    },
    async remove() {
      await call('removeWebhook', input)
      forget('overview')
      await navigate({ to: '/s/$store/developer', params: { store: slug } })
      tellDone(words.removed)
      await refresh('listWebhooks')
    },
  }
}
