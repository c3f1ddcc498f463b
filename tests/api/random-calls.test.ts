import { expect, test, vi } from 'vitest'
import { answerCall } from '#app/api/dispatch.server.ts'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { apiScopes } from '#app/domain/platform/api-scope.ts'
import { log } from '#app/log.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type EveryRecord, makeEveryRecord } from '#tests/factories/every-record.ts'
import { checkExchange } from '#tests/support/api/contract.ts'
import { type KnownValues, makeCalls } from '#tests/support/api/random-call.ts'
import { raiseCallLimits } from '#tests/support/api-client.ts'
import { makeChance, scaleRounds } from '#tests/support/attacks/chance.ts'
import { shopOrigin } from '#tests/support/request.ts'

/** API_RANDOM_CALLS increases the number, API_RANDOM_SEED changes the calls. */
const callCount = Number(process.env.API_RANDOM_CALLS ?? scaleRounds(2_000))
const seed = Number(process.env.API_RANDOM_SEED ?? 37)
/** The number of calls after which the callers are restored, because calls may revoke their rights. */
const restoreInterval = 100

const callers = ['owner', 'stranger', 'partner', 'staff', 'superuser'] as const

raiseCallLimits(100_000)

function makeKnownValues(records: EveryRecord): KnownValues {
  const { order, profile, publication, unit, shipment, unpaidOrder, photo, endpoint, delivery, users } =
    records
  return {
    order,
    orders: order,
    target_id: order,
    profile,
    client: profile,
    client_id: profile,
    publication,
    publication__id: publication,
    profile__id: profile,
    upload: publication,
    signature: unit,
    signature_file: unit,
    expedition: shipment,
    boleto: unpaidOrder,
    order_image: photo,
    webhooks: endpoint,
    deliveries: delivery,
    owner: users.staff,
    users: String(profile),
    email: records.email,
    file: records.orderFile,
    cep: '18600000',
    ordering: '-id',
    status: 2,
    prefix: 'PT',
  }
}

/** Returns tokens of all callers, with their initial rights. */
async function openTokens({ users }: EveryRecord): Promise<string[]> {
  for (const name of callers)
    await db
      .updateTable('users')
      .set({
        is_active: true,
        is_staff: name === 'staff' || name === 'superuser',
        is_superuser: name === 'superuser',
      })
      .where('id', '=', users[name])
      .execute()
  return Promise.all(callers.map((name) => startSession(users[name], 'test', 'api')))
}

test(`${callCount} random calls cause no server error and receive responses that match the API document`, {
  meta: { slow: 'calls every operation with random values' },
  timeout: 60_000 + callCount * 200,
}, async () => {
  const errors: unknown[] = []
  vi.spyOn(log, 'error').mockImplementation((...args: unknown[]) => void errors.push(args[0]))
  const records = await makeEveryRecord()
  const chance = makeChance(seed)
  const nextCall = makeCalls(getApiDocument(operations), makeKnownValues(records), chance)
  const faults: string[] = []
  const succeededIds = new Set<string>()
  const { key } = await createApiKey(records.users.superuser, { name: 'ERP', scopes: [...apiScopes] })
  let tokens = await openTokens(records)
  for (let number = 1; number <= callCount; number++) {
    if (number % restoreInterval === 0) tokens = await openTokens(records)
    const { id, method, address, body, headers } = nextCall()
    const token = chance.pick(['', key, ...tokens])
    const url = new URL(address, shopOrigin)
    const request = new Request(url, {
      method,
      headers: { ...headers, ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body }),
    })
    const response = await answerCall({ request, context: {}, params: {} }, operations)
    const { status } = response
    const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';')
    const bytes = Buffer.from(await response.arrayBuffer())
    const answer = /[/+]json$/.test(type) ? JSON.parse(bytes.toString()) : undefined
    const fault = findFault(() => {
      if (status === 500) throw new Error(`answered 500: ${String(Object(errors.at(-1)).err?.stack)}`)
      // Checks only the response: the API also parses texts as numbers, so wrong bodies may succeed.
      checkExchange({
        method,
        url: new URL(url.pathname, shopOrigin),
        sent: undefined,
        status,
        type,
        body: answer,
      })
    })
    if (status < 300) succeededIds.add(id)
    if (fault)
      faults.push(
        `call ${number} of ${seed}: ${method} ${address.slice(0, 300)} ${describeBody(body)}\n${fault}`,
      )
  }
  expect(faults.slice(0, 20).join('\n\n')).toBe('')
  // Random values are often rejected, but enough operations must also have succeeded.
  expect(succeededIds.size).toBeGreaterThan(callCount < 2_000 ? 25 : 40)
})

function findFault(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function describeBody(body: string | FormData | undefined): string {
  if (typeof body === 'string') return body.slice(0, 600)
  return body ? '(a form)' : ''
}
