import type { Page, ViewportSize } from 'playwright-core'
import sharp from 'sharp'

/** Makes the window as tall as the page: fixed bars then stay at the edges, and lazy pictures load. */
export async function growToPage(
  page: Page,
  { width, height }: ViewportSize,
  most = Number.POSITIVE_INFINITY,
) {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(Math.max(needed, height), most) })
}

/** A user interface has few colours, so a palette makes the PNG a third as large. */
export async function takePicture(page: Page, path: string) {
  const picture = sharp(await page.screenshot())
  await picture.png({ palette: true, compressionLevel: 9, effort: 10 }).toFile(path)
}
