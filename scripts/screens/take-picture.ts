import type { Page, ViewportSize } from 'playwright-core'
import sharp from 'sharp'

/** The window grows to the page, so that what stays at its edges stands where it belongs and lazy pictures come. */
export async function growToPage(
  page: Page,
  { width, height }: ViewportSize,
  most = Number.POSITIVE_INFINITY,
) {
  const needed = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.min(Math.max(needed, height), most) })
}

/** A page of interface has few colours: a palette makes its picture a third as large. */
export async function takePicture(page: Page, path: string) {
  const picture = sharp(await page.screenshot())
  await picture.png({ palette: true, quality: 80, compressionLevel: 9, effort: 10 }).toFile(path)
}
