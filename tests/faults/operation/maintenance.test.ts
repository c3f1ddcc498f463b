import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTool, type ShopProcess, waitFor } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { buyPublication, prepareBuyer, readOrderNumber } from '../support/buyer.ts'

let harness: FaultHarness
let webs: ShopProcess[]

beforeAll(async () => {
  harness = await startHarness({ LAME_DUCK_MS: '0' })
  webs = await Promise.all([harness.startWeb({ HOST: '127.0.0.1' }), harness.startWeb({ HOST: '127.0.0.1' })])
})
afterAll(() => harness.end())

const fetchReadiness = ({ url }: ShopProcess) => fetch(`${url}/readyz`).then((response) => response.text())
const runMaintenance = (...args: string[]) => runTool('maintenance', harness.environment, args)
const waitForEveryWeb = (state: string) =>
  waitFor(`"${state}" at every web`, async () => {
    const states = await Promise.all(webs.map(fetchReadiness))
    return states.every((webState) => webState === state)
  })

test('one command closes and opens all web processes: forms receive 503 with a message, and orders are finished', async () => {
  const [firstWeb, secondWeb] = webs
  if (!firstWeb || !secondWeb) throw new Error('no two web processes')
  const earlierOrder = await buyPublication(firstWeb.url)
  const { buyer, fields } = await prepareBuyer(secondWeb.url)

  expect(await runMaintenance('on', '20')).toContain('maintenance is on since')
  await waitForEveryWeb('ok\nmaintenance')
  for (const web of webs) {
    const rejectedAnswer = await buyer.submit(`${web.url}/checkout`, fields)
    expect([rejectedAnswer.status, rejectedAnswer.location]).toEqual([503, ''])
    // The maintenance is announced for 20 minutes, which are 1,200 seconds.
    expect(Number(rejectedAnswer.retryAfter)).toBeGreaterThan(1_000)
    expect(rejectedAnswer.text).toContain('Estamos em manutenção')
    expect(rejectedAnswer.text).toContain('Previsão de volta')
    expect((await buyer.get(`${web.url}/publications`)).status).toBe(200)
    expect((await buyer.get(`${web.url}/cart`)).status).toBe(200)
    expect((await earlierOrder.buyer.get(`${web.url}/payment/${earlierOrder.orderId}`)).status).toBe(200)
  }
  await harness.startWorker()
  await expectInvariants(harness, [earlierOrder.orderId])
  const lateWeb = await harness.startWeb({ HOST: '127.0.0.1' })
  webs.push(lateWeb)
  expect(await fetchReadiness(lateWeb)).toBe('ok\nmaintenance')

  expect(await runMaintenance('off')).toContain('maintenance ended')
  await waitForEveryWeb('ok')
  const orderId = readOrderNumber(await buyer.post(`${secondWeb.url}/checkout`, fields))
  expect(await harness.listOrders()).toEqual([earlierOrder.orderId, orderId])
  expect(await runMaintenance()).toContain('maintenance is off')
})
