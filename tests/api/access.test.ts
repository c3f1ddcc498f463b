import { beforeEach, describe, expect, test } from 'vitest'
import type { Operation } from '#app/api/operation.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { apiScopes } from '#app/domain/platform/api-scope.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'

/**
 * Who calls. The customer has what the paths name; stranger and partner have an account and nothing in it. The keys are
 * of staff: one with every scope but the operation's, one with it alone.
 */
const callers = [
  'anyone',
  'customer',
  'stranger',
  'partner',
  'staff',
  'superuser',
  'keyWithoutScope',
  'keyWithScope',
] as const
type Caller = (typeof callers)[number]

/** What the guard decides: the call is run (whatever comes of an empty body), 401, 403, or the record does not exist. */
type Verdict = 'open' | 401 | 403 | 404
type Access = Record<Caller, Verdict>

function access(all: Verdict, others: Partial<Access> = {}): Access {
  return {
    anyone: all,
    customer: all,
    stranger: all,
    partner: all,
    staff: all,
    superuser: all,
    keyWithoutScope: all,
    keyWithScope: all,
    ...others,
  }
}

const everybody = access('open')
const staffOnly = access(403, { anyone: 401, staff: 'open', superuser: 'open', keyWithScope: 'open' })

type Row = Access & { path?: (world: World) => string; body?: (world: World) => unknown }

/**
 * Every operation by its id. Name in `path` a record of the customer where the path has a parameter, and in `body` what
 * the guard needs to decide alone. Records of others are 404 for customers, staff is 403 for roles (D49).
 */
const matrix: Record<string, Row> = {
  getOpenApi: everybody,
  createToken: everybody,
  listPublications: everybody,
  getPublication: { ...everybody, path: ({ publication }) => `/publication/${publication}/` },
  reportExpiredSignatures: staffOnly,
  reportMonthCount: staffOnly,
  reportOrdersByPrefix: staffOnly,
  reportPublicationPrices: staffOnly,
  reportPaidOrders: staffOnly,
  reportShipments: staffOnly,
  reportSignatureOrders: staffOnly,
  reportClients: staffOnly,
  reportProducts: staffOnly,
}

type World = Awaited<ReturnType<typeof makeWorld>>
let world: World

async function makeWorld() {
  const [customer, stranger, partner] = [await makeCustomer(), await makeCustomer(), await makeCustomer()]
  await db.updateTable('profiles').set({ is_partner: true }).where('user_id', '=', partner.userId).execute()
  const [staff, superuser] = [await makeStaff(), await makeStaff()]
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', superuser).execute()
  return {
    customer: customer.userId,
    stranger: stranger.userId,
    partner: partner.userId,
    staff,
    superuser,
    publication: await makePublication(),
  }
}

beforeEach(async () => {
  world = await makeWorld()
})

test('every operation has its row: add one to the matrix in tests/api/access.test.ts', () => {
  const [rows, ids] = [Object.keys(matrix), operations.map(({ id }) => id)]
  expect({ withoutRow: ids.filter((id) => !rows.includes(id)) }).toEqual({ withoutRow: [] })
  expect({ withoutOperation: rows.filter((id) => !ids.includes(id)) }).toEqual({ withoutOperation: [] })
})

test('every path with a parameter names a record', () => {
  const bare = operations.filter(({ id, path }) => path.includes('{') && matrix[id] && !matrix[id].path)
  expect(bare.map(({ id }) => id)).toEqual([])
})

const known = operations.flatMap((operation) => {
  const row = matrix[operation.id]
  return row ? [{ operation, name: `${operation.method} ${operation.path}`, row }] : []
})

describe.each(known)('$name', ({ operation, row }) => {
  test('is for whom it is', async () => {
    const { path: _, body: __, ...expected } = row
    const found = access('open')
    for (const caller of callers)
      found[caller] = await verdict(operation, row, await clientOf(caller, operation))
    expect(found).toEqual(expected)
  })

  test('takes no token that is not valid, and none of an account that is closed', async () => {
    expect(await verdict(operation, row, new ApiClient('unknown'))).toBe(401)
    const closed = await callAs({ userId: world.stranger })
    await db.updateTable('users').set({ is_active: false }).where('id', '=', world.stranger).execute()
    expect(await verdict(operation, row, closed)).toBe(401)
  })
})

async function verdict(operation: Operation, row: Row, client: ApiClient): Promise<Verdict> {
  const { status } = await callOf(operation, row, client)
  if (status >= 500) throw new Error(`answered ${status}`)
  return status === 401 || status === 403 || status === 404 ? status : 'open'
}

function callOf({ method, path: given, isUpload }: Operation, row: Row, client: ApiClient) {
  const path = row.path?.(world) ?? given
  if (isUpload && (method === 'POST' || method === 'PUT'))
    return client.upload(method, path, { name: 'photo.png', bytes: new Uint8Array([1]) })
  const body = row.body?.(world) ?? (method === 'GET' || method === 'DELETE' ? undefined : {})
  return client.call(method, path, body)
}

async function clientOf(caller: Caller, { scope }: Operation): Promise<ApiClient> {
  if (caller === 'anyone') return new ApiClient()
  if (caller !== 'keyWithScope' && caller !== 'keyWithoutScope') return callAs({ userId: world[caller] })
  const others = apiScopes.filter((each) => each !== scope)
  const scopes = caller === 'keyWithScope' && scope !== null ? [scope] : others
  const { key } = await createApiKey(world.staff, { name: 'ERP', scopes })
  return new ApiClient(key)
}
