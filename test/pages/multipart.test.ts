import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { boundaryOf, parseMultipart } from '../../server/http/pages/form/parse-multipart.ts'

const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const parse = (text: string) => parseMultipart(Buffer.from(text), 'b')

describe('a multipart form', () => {
  test('is what a browser wrote: fields as text, files as bytes', async () => {
    const sent = new FormData()
    sent.append('name', 'Asha\r\nRao ₹')
    sent.append('name', 'second')
    sent.append('answer-0', new Blob([new Uint8Array([13, 10, 45, 45, 0, 255])]), 'a "b".png')
    sent.append('answer-0', new Blob(['second']), 'c.png')
    const request = new Request('http://x', { method: 'POST', body: sent })
    const bytes = Buffer.from(await request.arrayBuffer())
    const form = parseMultipart(bytes, boundaryOf(request.headers.get('content-type') ?? '')!)!
    assert.deepEqual([...form.fields], [['name', 'Asha\nRao ₹']])
    assert.deepEqual([...form.files.get('answer-0')!], [13, 10, 45, 45, 0, 255])
  })

  test('is refused where it is cut off or malformed', () => {
    const whole = `${part('name="a"', '1')}--b--`
    assert.ok(parse(whole))
    assert.ok(parse(`${whole}\r\n`))
    for (let end = 0; end < whole.length; end++) assert.equal(parse(whole.slice(0, end)), undefined, `${end}`)
    assert.equal(parse(`x${whole}`), undefined)
    assert.equal(parse('--b\r\nno head--b--'), undefined)
    assert.equal(parse(`--b\r\n${'x'.repeat(9000)}\r\n\r\n1\r\n--b--`), undefined)
    assert.ok(parse(`${part('name="a"', '1').repeat(100)}--b--`))
    assert.equal(parse(`${part('name="a"', '1').repeat(101)}--b--`), undefined)
  })

  test('holds a file wherever one is named, an empty one where none was chosen', () => {
    const form = parse(`${part('name="e"; filename=""\r\nContent-Type: application/octet-stream', '')}--b--`)
    assert.equal(form?.files.get('e')?.length, 0)
    assert.equal(form?.fields.size, 0)
    assert.equal(parse(`${part(`name="e"; filename*=UTF-8''%E2%82%B9.png`, '1')}--b--`)?.files.size, 1)
  })

  test('leaves out names that no form of ours has', () => {
    const form = parse(
      `${part('name="__proto__ x"', '1')}${part('name=""', '1')}${part('name="ok"', '2')}--b--`,
    )
    assert.deepEqual([...form!.fields], [['ok', '2']])
  })

  test('has a boundary that a browser could have sent', () => {
    assert.equal(boundaryOf('multipart/form-data; boundary=----x1'), '----x1')
    assert.equal(boundaryOf('multipart/form-data; boundary="a b"; charset=utf-8'), 'a b')
    assert.equal(boundaryOf('multipart/form-data'), undefined)
    assert.equal(boundaryOf(`multipart/form-data; boundary="${'x'.repeat(71)}"`), undefined)
  })
})
