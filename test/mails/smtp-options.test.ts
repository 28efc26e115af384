import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import type SMTPPool from 'nodemailer/lib/smtp-pool'
import { smtpOptions } from '../../server/mails/smtp-options.ts'

/** The options as nodemailer reads them from this URL. */
const mustEncrypt = (url: string) => {
  const { transporter } = createTransport(smtpOptions(url, { connections: 1 }))
  return (transporter as SMTPPool).options.requireTLS
}

for (const [url, must] of [
  ['smtp://shop:secret@mail.example.com', true],
  ['smtp://shop:secret@10.0.0.5:25', true],
  ['SMTP://:secret@mail.example.com:587', true],
  ['smtp://shop:secret@mail.example.com?requireTLS=false', false],
  ['smtp://shop:secret@mail.example.com?ignoreTLS=true', true],
  ['smtp://shop:secret@localhost:25', false],
  ['smtp://shop:secret@[::1]:25', false],
  ['smtp://relay.internal:25', false],
  ['smtp://relay.internal:25?requireTLS=true', true],
  ['smtps://shop:secret@mail.example.com', false],
] as const)
  test(`${must ? 'STARTTLS is required' : 'STARTTLS is not required'} for ${url}`, () => {
    assert.equal(mustEncrypt(url), must)
  })
