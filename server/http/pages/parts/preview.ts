import { html } from 'hono/html'
import type { World } from '../../../world.ts'
import type { Html } from '../document.ts'
import { previewUrl } from './picture.ts'

interface Previewed {
  store: string
  title: string
  description: string
  image: string | null | undefined
}

/** What WhatsApp and others show of a shared link: two lines, the store's name and a picture. */
export const preview = (
  { publicUrl }: World,
  { store, title, description, image }: Previewed,
): Html => html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${store}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${image ? html`<meta property="og:image" content="${previewUrl(image, publicUrl)}">\n` : ''}`
