import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookBodies } from '#app/api/wire/webhook-events.ts'
import { signWebhook } from '#app/gateways/webhook/post.server.ts'

const OVER_FIVE_MINUTES_MS = 301_000
type Verify = (headers: object, body: Buffer, secret: string, now?: number) => boolean

let folder: string
let documentText: string
let isFromTheShop: Verify
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-snippet-'))
  documentText = await readFile('docs/webhooks.md', 'utf8')
  await writeFile(join(folder, 'verify.mjs'), readBlock('js'))
  isFromTheShop = (await import(/* @vite-ignore */ join(folder, 'verify.mjs'))).isFromTheShop
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the first code block of this language in the document. */
function readBlock(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'm').exec(documentText)?.[1] ?? ''
}

/** Returns the document's sample request, with the secret and the time of its signature. */
function readSample() {
  const [head = '', body = ''] = readBlock('http').split('\n\n')
  const fields = head.split('\n').slice(1)
  const headers = Object.fromEntries(
    fields.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  )
  const secret = /`(whsec_[^`]+)`/.exec(documentText)?.[1] ?? ''
  const [sentAt = ''] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(documentText) ?? []
  return { headers, body, secret, now: Date.parse(sentAt) }
}

test('the documented snippet accepts the signed sample, and rejects it altered, late or with another secret', () => {
  const { headers, body, secret, now } = readSample()
  const isAccepted = (signedBody: string, usedSecret = secret, nowMs = now) =>
    isFromTheShop(headers, Buffer.from(signedBody), usedSecret, nowMs)
  expect(isAccepted(body)).toBe(true)
  expect(isAccepted(body.replace('1042', '1043'))).toBe(false)
  expect(isAccepted(body, `${secret.slice(0, -4)}AAA=`)).toBe(false)
  expect(isAccepted(body, secret, now + OVER_FIVE_MINUTES_MS)).toBe(false)
  expect(isAccepted(body, secret, now - OVER_FIVE_MINUTES_MS)).toBe(false)
})

test('the documented snippet accepts either of two signatures', () => {
  const { headers, body, secret, now } = readSample()
  const secondSecret = 'whsec_YW5vdGhlci1leGFtcGxlLXNlY3JldC1vZi10ZXN0cw=='
  const message = { id: headers['webhook-id'] ?? '', timestamp: Number(headers['webhook-timestamp']), body }
  const twoSignatures = {
    ...headers,
    'webhook-signature': `${signWebhook(secondSecret, message)} ${headers['webhook-signature']}`,
  }
  for (const oneSecret of [secret, secondSecret])
    expect(isFromTheShop(twoSignatures, Buffer.from(body), oneSecret, now)).toBe(true)
})

test('the sample body matches the schema of its event', () => {
  const body = JSON.parse(readSample().body)
  const documentedEvent = webhookBodies.find(({ event }) => event === body.type)
  expect(documentedEvent?.body.strict().safeParse(body).error).toBeUndefined()
})
