import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { API_ERRORS, type ErrorCode } from '../../contract/errors.ts'

/** Needs no test of its own, and why. */
const LEFT_OUT: Partial<Record<ErrorCode, string>> = {
  invalid_field: 'a frame: what fills it is spelled out in the tests of the fields',
  body_aborted: 'nobody is left to hear it',
}

const tests = globSync('test/**/*.ts')
  .filter((file) => !file.endsWith('whole/errors.test.ts'))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

for (const code of Object.keys(API_ERRORS) as ErrorCode[]) {
  const { message } = API_ERRORS[code]
  if (LEFT_OUT[code]) continue
  test(`"${message}" is spelled out in a test`, () => {
    assert.ok(asPattern(message).test(tests), `No test says what ${code} answers.`)
  })
}

/** A blank may be filled in the test, or stand there as a template's `${…}`. */
function asPattern(message: string): RegExp {
  const parts = message.split(/\{\w+\}/).map((part) => RegExp.escape(part))
  return new RegExp(parts.join('[^\\n]+'))
}
