import { after } from 'node:test'
import { startChromium } from './chromium.ts'

type Chromium = Awaited<ReturnType<typeof startChromium>>

let shared: Promise<Chromium> | undefined

after(async () => {
  await (await shared)?.[Symbol.asyncDispose]()
})

/** The browser of all test files of this process. Who disposes of it closes the windows that were opened here. */
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
