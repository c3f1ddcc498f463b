import type { z } from 'zod'
import { type ImportKind, importKinds } from '#app/domain/backoffice/import-kind.ts'
import {
  mapOrder,
  mapProfile,
  mapPublication,
  mapRenewals,
  mapShipment,
  mapUnit,
} from '#app/import/mapping.ts'
import {
  orderRecord,
  profileRecord,
  publicationRecord,
  shipmentRecord,
  signatureRecord,
} from '#app/import/records.ts'
import { log } from '#app/log.server.ts'
import { importPublications } from '#app/models/backoffice/import/catalogue.server.ts'
import { findHighestNumbers, type HighestNumbers } from '#app/models/backoffice/import/legacy-ids.server.ts'
import { findLineAt, groupLinesByOrder, listLines } from '#app/models/backoffice/import/order-lines.server.ts'
import { importOrders } from '#app/models/backoffice/import/orders.server.ts'
import { importProfiles } from '#app/models/backoffice/import/people.server.ts'
import { RecordRefused, type RefusalReason } from '#app/models/backoffice/import/refusal.server.ts'
import { importShipments } from '#app/models/backoffice/import/shipments.server.ts'
import {
  listStagedRecords,
  markApplied,
  rejectRecord,
  type StagedRecord,
} from '#app/models/backoffice/import/staging.server.ts'
import { importUnits, linkRenewals } from '#app/models/backoffice/import/subscriptions.server.ts'
import { isDataFault, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'

const PORTION = 200

type Writer = (trx: Trx, bodies: readonly unknown[], highest: HighestNumbers) => Promise<void>

function makeWriter<S extends z.ZodType, Row>(
  schema: S,
  toRow: (record: z.output<S>) => Row,
  write: (trx: Trx, rows: readonly Row[], highest: HighestNumbers) => Promise<void>,
): Writer {
  return (trx, bodies, highest) =>
    write(
      trx,
      bodies.map((body) => toRow(schema.parse(body))),
      highest,
    )
}

const writers: Readonly<Record<ImportKind, Writer>> = {
  publications: makeWriter(publicationRecord, mapPublication, importPublications),
  profiles: makeWriter(profileRecord, mapProfile, importProfiles),
  orders: makeWriter(orderRecord, mapOrder, importOrders),
  signatures: makeWriter(signatureRecord, mapUnit, importUnits),
  expeditions: makeWriter(shipmentRecord, mapShipment, importShipments),
}

const reasons: Readonly<Record<RefusalReason, string>> = {
  'no-line': importProblems.noLine,
  'no-staff': importProblems.noStaff,
  'email-taken': importProblems.emailUsed,
}

type OnProgress = (kind: ImportKind, count: number) => void

/** Writes valid records in portions. To continue after an interruption, call it again. */
export async function applyRecords(importId: number, onProgress: OnProgress = () => {}): Promise<void> {
  const highest = await findHighestNumbers(importId)
  for (const kind of importKinds) {
    let count = 0
    for (;;) {
      const portion = await listStagedRecords({ importId, kind, states: ['ready'] }, 0, PORTION)
      if (portion.length === 0) break
      await applyPortion(kind, portion, highest)
      count += portion.length
      onProgress(kind, count)
    }
    if (kind === 'signatures') await linkAll(importId)
  }
}

/** Writes a portion at once; if a record is rejected, each separately, so that the others succeed. */
async function applyPortion(
  kind: ImportKind,
  portion: readonly StagedRecord[],
  highest: HighestNumbers,
): Promise<void> {
  try {
    await applyTogether(kind, portion, highest)
  } catch (error) {
    // Other errors, such as a lost connection, end the command; the next run continues.
    if (!(error instanceof RecordRefused || isDataFault(error))) throw error
    const [record, ...others] = portion
    if (record && others.length === 0) return await reject(kind, record, error)
    for (const each of portion) await applyPortion(kind, [each], highest)
  }
}

async function reject(kind: ImportKind, { id, legacyId }: StagedRecord, error: unknown): Promise<void> {
  log.warn({ err: error, kind, legacyId }, 'record not imported')
  const text = error instanceof RecordRefused ? reasons[error.reason] : importProblems.notWritten
  await rejectRecord(id, { registro: [text] })
}

function applyTogether(
  kind: ImportKind,
  portion: readonly StagedRecord[],
  highest: HighestNumbers,
): Promise<void> {
  return withTransaction(async (trx) => {
    await writers[kind](
      trx,
      portion.map(({ body }) => body),
      highest,
    )
    await markApplied(
      trx,
      portion.map(({ id }) => id),
    )
  })
}

/** Links lines to the unit that they renewed, so the units must be written before. */
async function linkAll(importId: number): Promise<void> {
  for (let after = 0; ; ) {
    const portion = await listStagedRecords({ importId, kind: 'orders', states: ['applied'] }, after, PORTION)
    const last = portion.at(-1)
    if (!last) return
    await linkPortion(portion.map(({ body }) => orderRecord.parse(body)))
    after = last.id
  }
}

async function linkPortion(orders: readonly z.output<typeof orderRecord>[]): Promise<void> {
  const renewing = orders.filter((order) => mapRenewals(order).length > 0)
  if (renewing.length === 0) return
  const lines = groupLinesByOrder(await listLines(renewing.map(({ id }) => id)))
  const links = renewing.flatMap((order) =>
    mapRenewals(order).flatMap(({ index, ...link }) => {
      const line = findLineAt(lines.get(order.id) ?? [], order.publications, index)
      return line ? [{ lineId: line.id, ...link }] : []
    }),
  )
  await withTransaction((trx) => linkRenewals(trx, links))
}
