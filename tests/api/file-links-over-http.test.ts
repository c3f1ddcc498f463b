import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signFileAddress } from '#app/api/file-link.server.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { describeError } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { type Edge, startEdge } from '#tests/server/test-server.ts'
import { callAs, preparedBytes } from '#tests/support/api-client.ts'
import { build } from '#tests/support/app-client.ts'
import { closeIssue, giveBoleto, giveBoletoFile } from '#tests/support/boletos.ts'

const logLines: string[] = []
let edge: Edge

beforeAll(async () => {
  const log = pino(
    { serializers: { err: describeError } },
    { write: (line: string) => void logLines.push(line) },
  )
  edge = await startEdge({ build, log })
})
afterAll(() => edge.close())

async function makeBoletoAddress() {
  const order = await makeOrder({ [await makeDownload()]: 1 })
  await giveBoleto(order.orderId, { dueDate: '2099-12-01' })
  await closeIssue(order.orderId)
  await giveBoletoFile(order.orderId, preparedBytes)
  const { body } = await (await callAs(order)).get(`/order/${order.orderId}`)
  const { pathname, search } = new URL(body.transaction_link)
  return { pathname, search }
}

test('a signed address opens from any site, sets no cookie and logs no signature', async () => {
  const { pathname, search } = await makeBoletoAddress()
  const openedAnswer = await edge.send({ path: `${pathname}${search}` })
  expect([openedAnswer.status, openedAnswer.body]).toEqual([200, preparedBytes.toString()])
  expect(openedAnswer.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(openedAnswer.headers['referrer-policy']).toBe('no-referrer')
  expect(openedAnswer.headers['set-cookie']).toBeUndefined()
  const signature = search.split('.').at(-1) ?? expect.fail('unsigned')
  const longAgo = new Date(0)
  const failingPaths = [
    `${pathname}${search}x`,
    `/api/boleto/4000000/${search}`,
    `/api/nothing/${search}`,
    `/order/%${search}`,
    `/publications${search}`,
    // The query of an expired address; the loop adds it to the boleto's path.
    new URL(signFileAddress(fileLinks.boleto(1), { kind: 'token', id: 1 }, longAgo)).search,
  ]
  for (const path of failingPaths)
    await edge.send({ path: path.startsWith('/') ? path : `${pathname}${path}` })
  expect(logLines.length).toBeGreaterThanOrEqual(failingPaths.length)
  expect(logLines.join('\n')).toContain(pathname)
  expect(logLines.join('\n')).not.toContain(signature)
  // Nor is the claim logged: the reader and the time at which the address expires.
  expect(logLines.join('\n')).not.toMatch(/[tkv]\d+\.\d{5,}\./)
  const events = await db.selectFrom('security_events').select('details').execute()
  expect(JSON.stringify(events)).not.toContain(signature)
})

test('browsers load responses of other calls only on the shop’s own pages', async () => {
  const { headers } = await edge.send({ path: '/publication/' })
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

test('pages of any site can show a cover', async () => {
  const id = await makePublication()
  const { status, headers } = await edge.send({ path: `/publications/${id}/cover?as=png` })
  expect([status, headers['cross-origin-resource-policy']]).toEqual([200, 'cross-origin'])
  expect(headers['x-content-type-options']).toBe('nosniff')
})
