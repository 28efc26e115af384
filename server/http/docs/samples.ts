import { readFileSync } from 'node:fs'
import { html } from 'hono/html'

type Language = 'Node' | 'Python' | 'PHP'
type Sample = readonly [language: Language, file: string]

/** A product with its picture, and a change of it. */
export const PRODUCT_SAMPLES: readonly Sample[] = [
  ['Node', 'product.mjs'],
  ['Python', 'product.py'],
  ['PHP', 'product.php'],
]

/** Taking a webhook, if it is genuine. */
export const RECEIVER_SAMPLES: readonly Sample[] = [
  ['Node', 'receiver.mjs'],
  ['Python', 'signature.py'],
  ['PHP', 'receiver.php'],
]

export const readSample = (file: string): string =>
  readFileSync(new URL(`samples/${file}`, import.meta.url), 'utf8').trimEnd()

/** The same sample in several languages, shown one at a time without a script. */
export const samplesIn = (group: string, samples: readonly Sample[], publicUrl: string) =>
  samples.map(
    (
      [language, file],
      place,
    ) => html`<details name="${group}" ${place === 0 ? 'open' : ''}><summary>${language}</summary>
<pre tabindex="0"><code>${readSample(file).replaceAll('https://haat.example.com', publicUrl)}</code></pre></details>`,
  )
