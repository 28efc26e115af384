import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { mailHtml } from '../../server/mails/mail-html.ts'
import { mailText } from '../../server/mails/mail-text.ts'
import { type OrderMailFacts, type OrderMailKind, orderMail } from '../../server/mails/order-mail.ts'
import { anyCharacter } from '../help/products/any-character.ts'

const KINDS: OrderMailKind[] = ['started', 'processing', 'dispatched', 'delivered', 'cancelled']
const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&amp;\r\nBcc: all@example.com`

const STORE: OrderMailFacts['store'] = {
  ...{ name: 'Lamp house', slug: 'lamp-house', policies: null },
  ...{ contact_email: null, contact_phone: '', business_address: '' },
}

function facts(
  changes: Partial<OrderMailFacts['order']> = {},
  more: Partial<OrderMailFacts> = {},
): OrderMailFacts {
  return {
    store: STORE,
    publicUrl: 'https://shop.example.com',
    ...more,
    order: {
      store_id: 's',
      id: '0b7e0c0e-58ac-4f7a-93a6-63f6f3f8d9b1',
      number: 1012,
      token: 'the-token',
      created_at: Date.UTC(2026, 10, 14, 10, 35),
      product_id: 'p',
      product_name: 'Brass lamp',
      product_image: '',
      status: 'started',
      quantity: 2,
      unit_price_paise: 61_700_00,
      shipping_paise: 56_00,
      amount_paise: 1_23_456_00,
      is_test: 0,
      returned_at: null,
      variation: null,
      size: 'Large',
      color: null,
      special_instructions: null,
      answers: JSON.stringify([
        { question: 'Engrave', type: 'text', answer: 'Meera' },
        { question: 'Picture', type: 'image', answer: '/images/x' },
      ]),
      customer_name: 'Meera Iyer',
      customer_email: 'meera@example.com',
      customer_phone: '9876543210',
      pincode: '560001',
      address: JSON.stringify({
        line1: '4 Lake Road',
        city: 'Bengaluru',
        state: 'Karnataka',
        country: 'India',
      }),
      rating: null,
      review: null,
      tracking_url: null,
      ...changes,
    },
  }
}

const SAID: Record<OrderMailKind, RegExp> = {
  started: /Thank you, Meera Iyer\. Lamp house has your order and your payment of ₹1,23,456\.00\./,
  processing: /Lamp house is getting your Brass lamp ready to send\./,
  dispatched: /Lamp house has sent your Brass lamp\./,
  delivered: /Tell Lamp house how it is\.[\s\S]*Rate your order: https:\/\/shop\.example\.com\/o\/the-token/,
  cancelled: /Lamp house has cancelled your order of Brass lamp\./,
}

for (const kind of KINDS) {
  describe(kind, () => {
    test('says the same in HTML and in plain text: one sentence, a link to the order, its contents', async () => {
      const { content } = orderMail(kind, facts())
      const [html, text] = [await mailHtml(content), mailText(content)]
      assert.match(text, SAID[kind])
      for (const part of [
        '2 × Brass lamp',
        'Large',
        'Meera',
        '2 × ₹61,700.00',
        '₹56.00',
        '₹1,23,456.00',
        '14 Nov 2026, 4:05 pm',
        '4 Lake Road',
      ]) {
        assert.ok(html.includes(part), part)
        assert.ok(text.includes(part), part)
      }
      assert.ok(html.includes('https://shop.example.com/o/the-token'))
      assert.ok(text.includes('https://shop.example.com/o/the-token'))
    })

    test('is readable with pictures off and fetches nothing', async () => {
      const html = await mailHtml(orderMail(kind, facts()).content)
      assert.doesNotMatch(html, /<img|<script|<link|url\(|@import|src=/i)
    })

    test('escapes hostile text in every field', async () => {
      const hostile = facts(
        {
          product_name: HOSTILE,
          tracking_url: 'https://c.example.com/?a="><script>',
          customer_name: HOSTILE,
          variation: HOSTILE,
          special_instructions: HOSTILE,
          answers: JSON.stringify([{ question: HOSTILE, type: 'text', answer: HOSTILE }]),
          address: JSON.stringify({ line1: HOSTILE, city: HOSTILE, state: HOSTILE, country: HOSTILE }),
        },
        { store: { ...STORE, name: HOSTILE } },
      )
      const html = await mailHtml(orderMail(kind, hostile).content)
      assert.doesNotMatch(html, /<script|<img/i)
      assert.equal(html.match(/<a /g)?.length, 2, 'no link but our own')
    })

    test('the HTML structure is the same for all texts, apart from line breaks', async () => {
      const tags = (html: string) => html.match(/<(?!br>)[a-z][^\s>]*/g)?.join('')
      const plain = tags(await mailHtml(orderMail(kind, facts({ special_instructions: 'x' })).content))
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 1 }), async (text) => {
          const { content } = orderMail(kind, facts({ product_name: text, special_instructions: text }))
          assert.equal(tags(await mailHtml(content)), plain)
        }),
        { numRuns: 50 },
      )
    })
  })
}

test('keeps the lines of an answer', async () => {
  const answers = JSON.stringify([{ question: 'Engrave', type: 'text', answer: 'Meera\nand Arun' }])
  const { content } = orderMail('started', facts({ answers, special_instructions: 'Ring <b>\nBlue gate.' }))
  const [html, text] = [await mailHtml(content), mailText(content)]
  assert.match(html, />Meera<br>and Arun</)
  assert.match(html, />Ring &lt;b&gt;<br>Blue gate\.</)
  assert.match(text, /Engrave: Meera\nand Arun\n/)
})

test('says correctly whether the order was paid, refunded, free or a test', () => {
  const said = (kind: OrderMailKind, changes: Partial<OrderMailFacts['order']>) =>
    mailText(orderMail(kind, facts(changes)).content)
  const returned_at = Date.UTC(2026, 10, 16, 20)
  assert.match(
    said('cancelled', {}),
    /Lamp house is to return your payment of ₹1,23,456\.00\. Write to the shop/,
  )
  assert.match(
    said('cancelled', { returned_at }),
    /Lamp house returned your payment of ₹1,23,456\.00 on 17 Nov 2026\. Your bank may need some days/,
  )
  assert.match(said('started', { amount_paise: 0 }), /Thank you, Meera Iyer\. Lamp house has your order\.\n/)
  assert.doesNotMatch(said('cancelled', { amount_paise: 0 }), /payment|money/)
  for (const kind of ['started', 'cancelled'] as const) {
    const test = said(kind, { is_test: 1 })
    assert.match(test, /This was a test: no money was taken\./)
    assert.match(test, /Paid: Nothing, this was a test/)
    assert.doesNotMatch(test, /your payment/)
  }
  assert.match(said('started', { customer_name: 'श्रीमती मीरा' }), /Thank you, श्रीमती मीरा\./)
})

test('every mail links to the courier’s page if there is one, and always to the order’s page', () => {
  const url = 'https://courier.example.com/t/1'
  const page = 'https://shop.example.com/o/the-token'
  const [track, see, rate] = [
    { label: 'Track the parcel', url },
    { label: 'See your order', url: page },
    { label: 'Rate your order', url: page },
  ]
  const links = (kind: OrderMailKind, tracking_url: string | null) => {
    const { button, link } = orderMail(kind, facts({ tracking_url })).content
    return [button, link]
  }
  assert.deepEqual(links('processing', url), [see, track])
  assert.deepEqual(links('dispatched', url), [track, see])
  assert.deepEqual(links('delivered', url), [rate, track])
  assert.deepEqual(links('cancelled', url), [see, track])
  assert.deepEqual(links('dispatched', null), [see, undefined])
  assert.deepEqual(links('delivered', null), [rate, undefined])
})

test('ends with links to the policies that the store has written', async () => {
  assert.deepEqual(orderMail('started', facts()).content.footLinks, [])
  const store = { ...STORE, policies: 'terms returns' }
  const { content } = orderMail('started', facts({}, { store }))
  const links = {
    'Returns and refunds': 'https://shop.example.com/s/lamp-house/returns',
    Terms: 'https://shop.example.com/s/lamp-house/terms',
  }
  const [html, text] = [await mailHtml(content), mailText(content)]
  for (const [label, url] of Object.entries(links)) {
    assert.ok(text.includes(`${label}: ${url}\n`), label)
    assert.match(html, new RegExp(`<a class="plain" href="${url}"[^>]*>${label}</a>`))
  }
})

test('gives the store’s e-mail address and phone number if set, without breaking the number', async () => {
  const content = (contact_email: string | null, contact_phone: string) =>
    orderMail('started', facts({}, { store: { ...STORE, contact_email, contact_phone } })).content
  const said = (...contact: Parameters<typeof content>) => mailText(content(...contact))
  assert.match(said('care@lamps.example', ''), /Reply to this mail, or write to care@lamps\.example\.\n/)
  assert.match(said('care@lamps.example', '080 1234'), /write to care@lamps\.example, or call 080 1234\.\n/)
  assert.match(said(null, '080 1234'), /Call 080 1234 and name the order’s number\.\n/)
  assert.match(
    await mailHtml(content(null, '+91 (80) 1234 5678')),
    /Call \+91\u00a0\(80\)\u00a01234\u00a05678 and/,
  )
  assert.match(said(null, ''), /Ask Lamp house, and name the order’s number\.\n/)
})
