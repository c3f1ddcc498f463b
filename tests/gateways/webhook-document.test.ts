import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookBodies } from '#app/api/wire/webhook-events.ts'
import { signWebhook } from '#app/gateways/webhook/post.server.ts'

type Verify = (headers: object, body: Buffer, secret: string, now?: number) => boolean

let folder: string
let page: string
let isFromTheShop: Verify
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-snippet-'))
  page = await readFile('docs/webhooks.md', 'utf8')
  await writeFile(join(folder, 'verify.mjs'), readBlock('js'))
  isFromTheShop = (await import(/* @vite-ignore */ join(folder, 'verify.mjs'))).isFromTheShop
})
afterAll(() => rm(folder, { recursive: true }))

function readBlock(language: string): string {
  return new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'm').exec(page)?.[1] ?? ''
}

function readSample() {
  const [head = '', body = ''] = readBlock('http').split('\n\n')
  const fields = head.split('\n').slice(1)
  const headers = Object.fromEntries(
    fields.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
  )
  const secret = /`(whsec_[^`]+)`/.exec(page)?.[1] ?? ''
  const [at = ''] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(page) ?? []
  return { headers, body, secret, now: Date.parse(at) }
}

test('the documented snippet accepts the signed sample, and rejects it altered, late or with another secret', () => {
  const { headers, body, secret, now } = readSample()
  const isTaken = (signature: string, other = secret, time = now) =>
    isFromTheShop(headers, Buffer.from(signature), other, time)
  expect(isTaken(body)).toBe(true)
  expect(isTaken(body.replace('1042', '1043'))).toBe(false)
  expect(isTaken(body, `${secret.slice(0, -4)}AAA=`)).toBe(false)
  expect(isTaken(body, secret, now + 301_000)).toBe(false)
  expect(isTaken(body, secret, now - 301_000)).toBe(false)
})

test('the documented snippet accepts either of two signatures', () => {
  const { headers, body, secret, now } = readSample()
  const other = 'whsec_YW5vdGhlci1leGFtcGxlLXNlY3JldC1vZi10ZXN0cw=='
  const signed = { id: headers['webhook-id'] ?? '', timestamp: Number(headers['webhook-timestamp']), body }
  const twoSignatures = {
    ...headers,
    'webhook-signature': `${signWebhook(other, signed)} ${headers['webhook-signature']}`,
  }
  for (const each of [secret, other])
    expect(isFromTheShop(twoSignatures, Buffer.from(body), each, now)).toBe(true)
})

test('the sample is an event of the document', () => {
  const body = JSON.parse(readSample().body)
  const described = webhookBodies.find(({ event }) => event === body.type)
  expect(described?.body.strict().safeParse(body).error).toBeUndefined()
})
