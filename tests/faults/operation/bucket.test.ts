import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { access, startS3Service } from '../../support/fakes/s3-service.ts'
import { startProxy } from '../../support/fakes/tcp-proxy.ts'
import type { ShopProcess } from '../../support/shop.ts'
import { waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { buyPublication, prepareBuyer } from '../support/buyer.ts'

let harness: FaultHarness
let service: Awaited<ReturnType<typeof startS3Service>>
let line: Awaited<ReturnType<typeof startProxy>>
let web: ShopProcess
let otherWeb: ShopProcess

beforeAll(async () => {
  service = await startS3Service()
  line = await startProxy({ port: Number(new URL(service.endpoint).port) })
  harness = await startHarness({
    S3_URL: `http://127.0.0.1:${line.port}`,
    S3_BUCKET: access.bucket,
    S3_ACCESS_KEY_ID: access.accessKeyId,
    S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    S3_PREFIX: 'loja',
  })
  web = await harness.startWeb()
  otherWeb = await harness.startWeb()
  await harness.startWorker()
})

afterAll(async () => {
  await harness.end()
  await line.close()
  await service.end()
})

test('any web process serves a boleto from the bucket, and only to its buyer', async () => {
  const { buyer, orderId } = await buyPublication(web.url)
  await harness.waitUntilDone()
  const path = `/payment/${orderId}/boleto.pdf`
  const served = await buyer.get(`${otherWeb.url}${path}`)
  expect({ status: served.status, start: served.text.slice(0, 5) }).toEqual({ status: 200, start: '%PDF-' })
  const stranger = await fetch(`${otherWeb.url}${path}`, { redirect: 'manual' })
  expect(stranger.status).not.toBe(200)
  expect(await stranger.text()).not.toContain('%PDF-')
  // The folder contains only the worker's mail journal (D116).
  expect(await readdir(harness.dataFolder).catch(() => [])).toEqual(['deliveries'])
})

test('boletos in an unresponsive bucket return 503, and after the timeouts without a connection', async () => {
  const { buyer, orderId } = await buyPublication(web.url)
  await harness.waitUntilDone()
  line.fail('silence')
  const fetchBoleto = () => buyer.get(`${web.url}/payment/${orderId}/boleto.pdf`)
  for (const served of await Promise.all([fetchBoleto(), fetchBoleto(), fetchBoleto()])) {
    expect(served.status).toBe(503)
    expect(served.text).toContain('Estamos em manutenção rápida')
  }
  const connectionsBefore = line.countConnections()
  expect((await fetchBoleto()).status).toBe(503)
  expect(line.countConnections()).toBe(connectionsBefore)
  expect((await buyer.get(`${web.url}/payment/${orderId}`)).status).toBe(200)
  line.recover()
  await waitFor('the file', async () => (await fetchBoleto()).status === 200)
})

test('orders are placed during a bucket outage, and their boletos follow afterwards', async () => {
  const { buyer, fields } = await prepareBuyer(web.url)
  await service.stop()
  const response = await buyer.post(`${web.url}/checkout`, fields)
  expect(response.location).toMatch(/\/payment\/\d+$/)
  const orderId = Number(response.location.split('/').at(-1))
  await waitFor('an attempt that failed', async () => {
    const rows = await harness.db
      .selectFrom('outbox')
      .select('last_error')
      .where('done_at', 'is', null)
      .execute()
    return rows.some(({ last_error }) => last_error !== null)
  })
  expect((await buyer.get(`${web.url}/payment/${orderId}`)).status).toBe(200)
  await service.reopen()
  await harness.waitUntilDone()
  const served = await buyer.get(`${otherWeb.url}/payment/${orderId}/boleto.pdf`)
  expect({ status: served.status, start: served.text.slice(0, 5) }).toEqual({ status: 200, start: '%PDF-' })
})
