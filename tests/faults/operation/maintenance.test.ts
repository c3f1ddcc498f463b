import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTool, type ShopProcess, until } from '../../support/shop.ts'
import { type FaultHarness, startHarness } from '../fault-harness.ts'
import { expectInvariants } from '../invariants.ts'
import { buy, orderIn, readyToBuy } from '../support/buyer.ts'

let harness: FaultHarness
let webs: ShopProcess[]

beforeAll(async () => {
  harness = await startHarness({ LAME_DUCK_MS: '0' })
  webs = await Promise.all([harness.web({ HOST: '127.0.0.1' }), harness.web({ HOST: '127.0.0.1' })])
})
afterAll(() => harness.end())

const fetchReadiness = ({ url }: ShopProcess) => fetch(`${url}/readyz`).then((answer) => answer.text())
const turn = (...words: string[]) => runTool('maintenance', harness.environment, words)
const isEverywhere = (state: string) =>
  until(`"${state}" at every web`, async () => {
    const states = await Promise.all(webs.map(fetchReadiness))
    return states.every((each) => each === state)
  })

test('one command closes and opens two web processes: forms wait with a message, and placed orders are finished', async () => {
  const [one, other] = webs
  if (!one || !other) throw new Error('two webs')
  const before = await buy(one.url)
  const { buyer, fields } = await readyToBuy(other.url)

  expect(await turn('on', '20')).toContain('maintenance is on since')
  await isEverywhere('ok\nmaintenance')
  for (const web of webs) {
    const refused = await buyer.submit(`${web.url}/checkout`, fields)
    expect([refused.status, refused.location]).toEqual([503, ''])
    expect(Number(refused.retryAfter)).toBeGreaterThan(1_000)
    expect(refused.text).toContain('Estamos em manutenção')
    expect(refused.text).toContain('Previsão de volta')
    expect((await buyer.get(`${web.url}/publications`)).status).toBe(200)
    expect((await buyer.get(`${web.url}/cart`)).status).toBe(200)
    expect((await before.buyer.get(`${web.url}/payment/${before.orderId}`)).status).toBe(200)
  }
  await harness.worker()
  await expectInvariants(harness, [before.orderId])
  const late = await harness.web({ HOST: '127.0.0.1' })
  webs.push(late)
  expect(await fetchReadiness(late)).toBe('ok\nmaintenance')

  expect(await turn('off')).toContain('maintenance ended')
  await isEverywhere('ok')
  const orderId = orderIn(await buyer.post(`${other.url}/checkout`, fields))
  expect(await harness.orders()).toEqual([before.orderId, orderId])
  expect(await turn()).toContain('maintenance is off')
})
