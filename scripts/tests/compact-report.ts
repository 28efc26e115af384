import type { TestsStream } from 'node:test'
import { inspect } from 'node:util'

/** One line per process, failures in full with their process's output, and node's own closing lines at the end. */
export async function* compactReport(
  events: TestsStream,
  nameOf: (file: string) => string,
): AsyncGenerator<string> {
  const printed = new Map<string, string>()
  const closing: string[] = []
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      printed.set(data.file!, (printed.get(data.file!) ?? '') + data.message)
    } else if (type === 'test:fail' && isOwnFailure(data.details.error)) {
      yield `✖ ${data.name} (${nameOf(data.file ?? '')}:${data.line})\n${indent(reason(data.details.error))}\n`
    } else if (type === 'test:pass' && typeof data.skip === 'string' && !data.skip.startsWith('needs ')) {
      yield `﹣ ${data.name}: skipped, ${data.skip}\n`
    } else if (type === 'test:diagnostic' && data.message.startsWith('Error: ')) {
      yield `✖ ${nameOf(data.file ?? '')}\n${indent(data.message)}\n`
    } else if (type === 'test:diagnostic' && data.file === undefined) {
      closing.push(`ℹ ${data.message}\n`)
    } else if (type === 'test:summary' && data.file !== undefined) {
      const seconds = (data.duration_ms / 1000).toFixed(1)
      yield `${data.success ? '✔' : '✖'} ${nameOf(data.file)}: ${data.counts.tests} tests, ${seconds} s\n`
      if (data.success) printed.delete(data.file)
    }
  }
  for (const [file, text] of printed) yield `\n${nameOf(file)} printed:\n${indent(text)}\n`
  yield* closing
}

/** False for a suite that failed only because of its tests: those are reported already. */
function isOwnFailure(error: Error) {
  return (error as { failureType?: string }).failureType !== 'subtestsFailed'
}

function reason(error: Error) {
  return typeof error.cause === 'string' ? error.cause : inspect(error.cause ?? error)
}

function indent(text: string) {
  return text.trimEnd().replace(/^/gm, '  ')
}
