import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { SentRequest } from '#contract/dashboard/webhooks.ts'
import { CopyButton } from '../../parts/copying/copy-button.tsx'
import { OutsideLink } from '../../parts/links.tsx'
import { texts } from '../../texts.ts'
import { Verbatim } from './verbatim.tsx'

const words = texts.developer.webhooks.request

const indented = (body: string) => JSON.stringify(JSON.parse(body), null, 2)

/** The request that a receiver gets. The body is shown unformatted, because its exact bytes are signed. */
export function WebhookRequest({ request }: { request: SentRequest }) {
  const { path, headers, body, erased } = request
  const [form, setForm] = useState<'read' | 'sent'>('read')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="stack">
      {erased && <p>{words.erased}</p>}
      <div className="stack-tight">
        <p className="soft small">{words.body}</p>
        <div className="inline">
          <SegmentedControl
            size="xs"
            aria-label={words.body}
            data={[
              { value: 'read', label: words.indented },
              { value: 'sent', label: words.asSent },
            ]}
            value={form}
            onChange={(value) => setForm(value as typeof form)}
          />
          <CopyButton value={body} label={words.copy} />
        </div>
        <Verbatim>{form === 'sent' ? body : indented(body)}</Verbatim>
        <p className="soft small">{words.bodyNote}</p>
      </div>
      <div className="stack-tight">
        <p className="soft small">{words.headers}</p>
        <Verbatim>{[`POST ${path} HTTP/1.1`, ...lines].join('\n')}</Verbatim>
        <p className="soft small">{words.signature}</p>
      </div>
      <div className="buttons">
        <OutsideLink href="/docs#signature">{texts.developer.webhooks.secretHow}</OutsideLink>
      </div>
    </div>
  )
}
