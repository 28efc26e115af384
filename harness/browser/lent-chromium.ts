import { after } from 'node:test'
import { startChromium } from './chromium.ts'

type Chromium = Awaited<ReturnType<typeof startChromium>>

let shared: Promise<Chromium> | undefined

after(async () => {
  await (await shared)?.[Symbol.asyncDispose]()
})

/** One browser shared by all test files of this process. Disposing of it only closes the windows opened through it. */
export async function lendChromium() {
  shared ??= startChromium()
  const chromium = await shared
  const windows: Awaited<ReturnType<Chromium['open']>>[] = []
  return {
    async open(...options: Parameters<Chromium['open']>) {
      const window = await chromium.open(...options)
      windows.push(window)
      return window
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(windows.splice(0).map(({ context }) => context.close()))
    },
  }
}
