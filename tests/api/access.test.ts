import { describe, expect, test } from 'vitest'
import type { Operation } from '#app/api/operation.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { apiScopes } from '#app/domain/platform/api-scope.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { type ApiWorld, makeApiWorld } from '#tests/factories/api-world.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { makeRowsOnce } from '#tests/support/worker-database/kept-world.ts'

/**
 * Each operation is called by each of these. Its path names records of `customer`; `stranger` and `partner`
 * have none. The keys belong to staff: one has every scope except the operation's, the other only that one.
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

/** The guard's decision: 401, 403, 404, or 'open' if the call ran, even if it then rejected the body. */
type Verdict = 'open' | 401 | 403 | 404
type Access = Record<Caller, Verdict>

function makeAccess(verdict: Verdict, otherVerdicts: Partial<Access> = {}): Access {
  return {
    anyone: verdict,
    customer: verdict,
    stranger: verdict,
    partner: verdict,
    staff: verdict,
    superuser: verdict,
    keyWithoutScope: verdict,
    keyWithScope: verdict,
    ...otherVerdicts,
  }
}

const everybody = makeAccess('open')
/** Everybody, including visitors, may call these; a key only with its scope. */
const everybodyInScope = makeAccess('open', { keyWithoutScope: 403 })
const members = makeAccess('open', { anyone: 401, keyWithoutScope: 403 })
const staffOnly = makeAccess(403, { anyone: 401, staff: 'open', superuser: 'open', keyWithScope: 'open' })
/** For other customers, the record does not exist. Staff see all records. */
const owners = makeAccess('open', { anyone: 401, stranger: 404, partner: 404, keyWithoutScope: 403 })
/** Only the record's owner may call these, because staff have pages of their own. */
const ownersAlone = makeAccess(404, { anyone: 401, customer: 'open', keyWithoutScope: 403 })
/** A staff key has no rights that only administrators have. */
const superusersOnly = makeAccess(403, { anyone: 401, superuser: 'open' })
const partners = makeAccess(403, { anyone: 401, partner: 'open' })
/** Customers with an account cannot create another; visitors and staff can. */
const noCustomers = makeAccess(403, {
  anyone: 'open',
  staff: 'open',
  superuser: 'open',
  keyWithScope: 'open',
})

type Row = Access & { path?: (records: ApiWorld) => string; body?: (world: ApiWorld) => unknown }

/**
 * All operations by id. `path` contains a record of the customer, and `body` only what the guard needs to
 * decide. Records of others are 404 for customers, and roles without access receive 403 (D49).
 */
const matrix: Record<string, Row> = {
  getOpenApi: everybody,
  createToken: everybody,
  requestPasswordRecovery: everybody,
  confirmPassword: everybody,
  listProfiles: members,
  getProfile: { ...owners, path: ({ profile }) => `/profile/${profile}/` },
  createProfile: noCustomers,
  updateProfile: { ...owners, path: ({ profile }) => `/profile/${profile}/` },
  deleteProfile: { ...staffOnly, path: ({ profile }) => `/profile/${profile}/` },
  listAdmins: staffOnly,
  printAddressLabels: staffOnly,
  listHistory: staffOnly,
  getCertificate: members,
  sendContactMessage: everybody,
  listPublications: everybodyInScope,
  getPublication: { ...everybodyInScope, path: ({ publication }) => `/publication/${publication}/` },
  createPublication: staffOnly,
  updatePublication: { ...staffOnly, path: ({ publication }) => `/publication/${publication}/` },
  // Each call names a publication of its own, because a successful one deletes it.
  deletePublication: { ...staffOnly, path: ({ unused }) => `/publication/${unused.pop()}/` },
  listPartnership: partners,
  getStatus: everybody,
  changeAllPrices: staffOnly,
  printSubscribers: staffOnly,
  uploadFile: { ...staffOnly, path: ({ publication }) => `/api/upload/${publication}/` },
  getPublicationFile: {
    ...makeAccess(404, { anyone: 401, partner: 'open', staff: 'open', superuser: 'open' }),
    keyWithScope: 'open',
    keyWithoutScope: 403,
    path: ({ publication }) => `/api/files/publication/${publication}/`,
  },
  getOrderFile: { ...owners, path: ({ order, file }) => `/api/files/order/${order}/${file}/` },
  getStatusFile: everybody,
  listSignatures: members,
  getSignature: { ...owners, path: ({ signature }) => `/signature/${signature}/` },
  updateSignature: { ...staffOnly, path: ({ signature }) => `/signature/${signature}/` },
  renewSignature: { ...ownersAlone, path: ({ signature }) => `/signature/${signature}/renew/` },
  renewNamedSignature: { ...ownersAlone, body: ({ signature }) => ({ signature }) },
  getSignatureFile: { ...ownersAlone, path: ({ signature }) => `/api/signature_file/${signature}/` },
  listOrders: members,
  getOrder: { ...owners, path: ({ order }) => `/order/${order}/` },
  createOrder: members,
  addOrderLine: members,
  updateOrder: { ...staffOnly, path: ({ order }) => `/order/${order}/` },
  updateOrderStatus: staffOnly,
  updateOrderNfe: staffOnly,
  rejectOrder: staffOnly,
  makeBoleto: { ...owners, body: ({ unpaid }) => ({ order: unpaid }) },
  getBoleto: { ...owners, path: ({ unpaid }) => `/api/boleto/${unpaid}/` },
  getShippingPrice: everybodyInScope,
  uploadOrderImage: everybodyInScope,
  getOrderImage: { ...owners, path: ({ photo }) => `/api/order_image/${photo}/` },
  listShipments: staffOnly,
  getShipment: { ...staffOnly, path: ({ shipment }) => `/expedition/${shipment}/` },
  createShipment: staffOnly,
  updateShipment: { ...staffOnly, path: ({ shipment }) => `/expedition/${shipment}/` },
  getOrdersToSend: staffOnly,
  getClientsToSend: staffOnly,
  reportExpiredSignatures: staffOnly,
  reportMonthCount: staffOnly,
  reportOrdersByPrefix: staffOnly,
  reportPublicationPrices: staffOnly,
  reportPaidOrders: staffOnly,
  reportShipments: staffOnly,
  reportSignatureOrders: staffOnly,
  reportClients: staffOnly,
  reportProducts: staffOnly,
  listWebhooks: superusersOnly,
  getWebhook: { ...superusersOnly, path: ({ webhook }) => `/api/webhooks/${webhook}/` },
  createWebhook: superusersOnly,
  updateWebhook: { ...superusersOnly, path: ({ webhook }) => `/api/webhooks/${webhook}/` },
  deleteWebhook: { ...superusersOnly, path: ({ webhook }) => `/api/webhooks/${webhook}/` },
  renewWebhookSecret: { ...superusersOnly, path: ({ webhook }) => `/api/webhooks/${webhook}/secret/` },
  testWebhook: { ...superusersOnly, path: ({ webhook }) => `/api/webhooks/${webhook}/test/` },
  listWebhookDeliveries: {
    ...superusersOnly,
    path: ({ webhook }) => `/api/webhooks/${webhook}/deliveries/`,
  },
  resendWebhookDelivery: {
    ...superusersOnly,
    path: ({ webhook, delivery }) => `/api/webhooks/${webhook}/deliveries/${delivery}/resend/`,
  },
  resendWebhookDeliveries: { ...superusersOnly, path: ({ webhook }) => `/api/webhooks/${webhook}/resend/` },
}

let records: ApiWorld

makeRowsOnce(async () => {
  records = await makeApiWorld()
})

test('every operation has a row in the access matrix (tests/api/access.test.ts)', () => {
  const [rows, ids] = [Object.keys(matrix), operations.map(({ id }) => id)]
  expect({ withoutRow: ids.filter((id) => !rows.includes(id)) }).toEqual({ withoutRow: [] })
  expect({ withoutOperation: rows.filter((id) => !ids.includes(id)) }).toEqual({ withoutOperation: [] })
})

test('every path with a parameter has a row that names a record', () => {
  const operationsWithoutPath = operations.filter(
    ({ id, path }) => path.includes('{') && matrix[id] && !matrix[id].path,
  )
  expect(operationsWithoutPath.map(({ id }) => id)).toEqual([])
})

const operationsWithRow = operations.flatMap((operation) => {
  const row = matrix[operation.id]
  return row ? [{ operation, name: `${operation.method} ${operation.path}`, row }] : []
})

describe.each(operationsWithRow)('$name', ({ operation, row }) => {
  test('allows exactly the callers of its row', async () => {
    const { path: _, body: __, ...expected } = row
    const verdicts = makeAccess('open')
    for (const caller of callers)
      verdicts[caller] = await findVerdict(operation, row, await makeClient(caller, operation))
    expect(verdicts).toEqual(expected)
  })

  test('rejects an invalid token and a token of a closed account', async () => {
    expect(await findVerdict(operation, row, new ApiClient('unknown'))).toBe(401)
    const closedClient = await callAs({ userId: records.stranger })
    await db.updateTable('users').set({ is_active: false }).where('id', '=', records.stranger).execute()
    expect(await findVerdict(operation, row, closedClient)).toBe(401)
  })
})

async function findVerdict(operation: Operation, row: Row, client: ApiClient): Promise<Verdict> {
  const { status } = await makeCall(operation, row, client)
  // The status is 503 while the file is being created.
  if (status >= 500 && status !== 503) throw new Error(`answered ${status}`)
  return status === 401 || status === 403 || status === 404 ? status : 'open'
}

function makeCall({ method, path: operationPath, isUpload }: Operation, row: Row, client: ApiClient) {
  const path = row.path?.(records) ?? operationPath
  if (isUpload && (method === 'POST' || method === 'PUT'))
    return client.upload(method, path, { name: 'photo.png', bytes: new Uint8Array([1]) })
  const body = row.body?.(records) ?? (method === 'GET' || method === 'DELETE' ? undefined : {})
  return client.call(method, path, body)
}

async function makeClient(caller: Caller, { scope }: Operation): Promise<ApiClient> {
  if (caller === 'anyone') return new ApiClient()
  if (caller !== 'keyWithScope' && caller !== 'keyWithoutScope') return callAs({ userId: records[caller] })
  const otherScopes = apiScopes.filter((otherScope) => otherScope !== scope)
  const scopes = caller === 'keyWithScope' && scope !== null ? [scope] : otherScopes
  const { key } = await createApiKey(records.staff, { name: `ERP, ${caller}`, scopes })
  return new ApiClient(key)
}
