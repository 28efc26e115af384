import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DASHBOARD_ERRORS } from '../../contract/dashboard/errors.ts'
import { API_ERRORS } from '../../contract/errors.ts'

/** Errors that need no test of their own, with the reason. */
const LEFT_OUT: Record<string, string> = {
  invalid_field: 'a frame: what fills it is spelled out in the tests of the fields',
  refused: 'a frame too: each sentence stands in the test of what is refused',
}

const tests = globSync('test/**/*.ts')
  .filter((file) => !file.endsWith('whole/errors.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

for (const [code, { message }] of [...Object.entries(API_ERRORS), ...Object.entries(DASHBOARD_ERRORS)]) {
  if (LEFT_OUT[code]) continue
  test(`"${message}" is spelled out in a test`, () => {
    assert.ok(asPattern(message).test(tests), `No test says what ${code} answers.`)
  })
}

/** A blank of the message may be filled in the test, or be a `${…}` in a template. */
function asPattern(message: string): RegExp {
  const parts = message.split(/\{\w+\}/).map((part) => RegExp.escape(part))
  return new RegExp(parts.join('[^\\n]+'))
}
