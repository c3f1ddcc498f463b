import { createHash, randomBytes } from 'node:crypto'
import {
  maxEndpoints,
  secretOverlapHours,
  type WebhookEvent,
  webhookEvents,
} from '#app/domain/settings/webhook.ts'
import {
  db,
  isDuplicate,
  readDatabaseClock,
  type Trx,
  withTransaction,
} from '#app/models/platform/db.server.ts'
import { recordChange, recordHistory } from '#app/models/platform/history.server.ts'
import { raiseVersion } from '#app/models/platform/optimistic-lock.server.ts'
import { announceTest } from '#app/models/settings/webhook-event.server.ts'

const HOUR_MS = 3_600_000
const FORM_KEY_LENGTH = 32
const SECRET_BYTES = 32

export type EndpointData = { address: string; description: string; events: readonly WebhookEvent[] }
/** `seenVersion` is the record version that the form displayed. */
export type EndpointSaveContext = { actorUserId: number; seenVersion: number }

export class TooManyEndpoints extends Error {
  override name = 'TooManyEndpoints'
}

/** Returns endpoints with the number of their abandoned deliveries. */
export async function listEndpoints() {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .select(['endpoint.id', 'address', 'description', 'events', 'is_active as isActive'])
    .select((eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .whereRef('endpoint_id', '=', 'endpoint.id')
        .where('given_up_at', 'is not', null)
        .select((deliveries) => deliveries.fn.countAll<number>().as('count'))
        .as('givenUp'),
    )
    .orderBy('endpoint.id')
    .limit(maxEndpoints)
    .execute()
  return rows.map((row) => ({ ...row, events: readEvents(row.events), givenUp: row.givenUp ?? 0 }))
}

export async function findEndpoint(id: number) {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'address', 'description', 'events', 'is_active as isActive', 'lock_version'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, events: readEvents(row.events) }
}

/** Creates an endpoint. The secret is null if the form was sent before. Throws TooManyEndpoints. */
export async function createEndpoint(
  endpoint: EndpointData,
  { actorUserId, token }: { actorUserId: number; token: string },
): Promise<{ id: number; secret: string | null }> {
  const form_key = createHash('sha256').update(token).digest('hex').slice(0, FORM_KEY_LENGTH)
  const secret = makeSecret()
  try {
    const newEndpoint = { ...endpoint, secret, form_key }
    const id = await withTransaction((trx) => insertEndpoint(trx, newEndpoint, actorUserId))
    return { id, secret }
  } catch (error) {
    if (!isDuplicate(error, 'webhook_endpoints_form')) throw error
    const { id } = await db
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('form_key', '=', form_key)
      .executeTakeFirstOrThrow()
    return { id, secret: null }
  }
}

type NewEndpoint = EndpointData & { secret: string; form_key: string }

/** Inserts an endpoint. Throws TooManyEndpoints, which rolls back the insert. */
async function insertEndpoint(trx: Trx, { events, ...row }: NewEndpoint, actorUserId: number) {
  const insertion = await trx
    .insertInto('webhook_endpoints')
    .values({ ...row, events: events.join(), created_by: actorUserId })
    .executeTakeFirstOrThrow()
  const { count } = await trx
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count > maxEndpoints) throw new TooManyEndpoints()
  const id = Number(insertion.insertId)
  const { address, description } = row
  const after = { address, description, events: events.join() }
  await recordChange(trx, {
    entity: 'webhook',
    entityId: id,
    action: 'created',
    actorUserId,
    before: {},
    after,
  })
  return id
}

/** Saves an endpoint. Waiting deliveries then go to the new address, too. Throws StaleRecordError. */
export function saveEndpoint(
  id: number,
  { events, isActive, ...textFields }: EndpointData & { isActive?: boolean | undefined },
  saving: EndpointSaveContext,
): Promise<void> {
  return editEndpoint(id, saving, async (trx, { is_active: wasActive, ...before }) => {
    const after = { ...textFields, events: events.join() }
    const stateColumns = isActive === undefined ? {} : { is_active: isActive }
    await trx
      .updateTable('webhook_endpoints')
      .set({ ...after, ...stateColumns })
      .where('id', '=', id)
      .execute()
    const entry = { entity: 'webhook', entityId: id, actorUserId: saving.actorUserId } as const
    const stateBefore: Record<string, boolean> = isActive === undefined ? {} : { isActive: wasActive }
    const stateAfter: Record<string, boolean> = isActive === undefined ? {} : { isActive }
    await recordChange(trx, {
      ...entry,
      before: { ...before, ...stateBefore },
      after: { ...after, ...stateAfter },
    })
  })
}

/** Pauses or resumes an endpoint. Pausing closes waiting deliveries. Throws StaleRecordError. */
export function setEndpointActive(id: number, isActive: boolean, saving: EndpointSaveContext): Promise<void> {
  return editEndpoint(id, saving, async (trx, before) => {
    await trx.updateTable('webhook_endpoints').set({ is_active: isActive }).where('id', '=', id).execute()
    const entry = { entity: 'webhook', entityId: id, actorUserId: saving.actorUserId } as const
    await recordChange(trx, {
      ...entry,
      before: { isActive: before.is_active },
      after: { isActive },
    })
  })
}

/** Creates a new secret. The old secret also signs deliveries for another day. Throws StaleRecordError. */
export async function renewSecret(
  id: number,
  saving: EndpointSaveContext,
): Promise<{ secret: string; oldUntil: Date }> {
  const secret = makeSecret()
  const oldUntil = new Date((await readDatabaseClock()).getTime() + secretOverlapHours * HOUR_MS)
  await editEndpoint(id, saving, async (trx) => {
    await trx
      .updateTable('webhook_endpoints')
      .set((eb) => ({ old_secret: eb.ref('secret'), old_secret_until: oldUntil }))
      .where('id', '=', id)
      .execute()
    await trx.updateTable('webhook_endpoints').set({ secret }).where('id', '=', id).execute()
    const { actorUserId } = saving
    await recordHistory(trx, { entity: 'webhook', entityId: id, action: 'secret-renewed', actorUserId })
  })
  return { secret, oldUntil }
}

/** Deletes an endpoint with its deliveries. Returns false if it does not exist. */
export function removeEndpoint(id: number, actorUserId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const deletion = await trx.deleteFrom('webhook_endpoints').where('id', '=', id).executeTakeFirst()
    if (deletion.numDeletedRows === 0n) return false
    await trx.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute()
    await recordHistory(trx, { entity: 'webhook', entityId: id, action: 'removed', actorUserId })
    return true
  })
}

/** Queues a 'ping' event. Returns false if the endpoint does not exist. */
export function queueTestEvent(id: number, actorUserId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const knownEndpoint = await trx
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!knownEndpoint) return false
    await announceTest(trx, id)
    await recordHistory(trx, { entity: 'webhook', entityId: id, action: 'test-sent', actorUserId })
    return true
  })
}

type EndpointBefore = { address: string; description: string; events: string; is_active: boolean }

/** Raises the version and calls `write` with the stored values. Throws StaleRecordError. */
function editEndpoint(
  id: number,
  { seenVersion }: EndpointSaveContext,
  write: (trx: Trx, before: EndpointBefore) => Promise<void>,
): Promise<void> {
  return withTransaction(async (trx) => {
    await raiseVersion(trx, 'webhook_endpoints', id, seenVersion)
    const before = await trx
      .selectFrom('webhook_endpoints')
      .select(['address', 'description', 'events', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await write(trx, before)
  })
}

function readEvents(storedEvents: string): WebhookEvent[] {
  const names = storedEvents.split(',')
  return webhookEvents.filter((event) => names.includes(event))
}

/** Returns a secret in the format of Standard Webhooks: 'whsec_' and the key in base64. */
function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
}
