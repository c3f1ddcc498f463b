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

const PORTION_SIZE = 200

type Writer = (trx: Trx, bodies: readonly unknown[], highestNumbers: HighestNumbers) => Promise<void>

function makeWriter<Schema extends z.ZodType, Row>(
  schema: Schema,
  toRow: (record: z.output<Schema>) => Row,
  write: (trx: Trx, rows: readonly Row[], highestNumbers: HighestNumbers) => Promise<void>,
): Writer {
  return (trx, bodies, highestNumbers) =>
    write(
      trx,
      bodies.map((body) => toRow(schema.parse(body))),
      highestNumbers,
    )
}

const writers: Readonly<Record<ImportKind, Writer>> = {
  publications: makeWriter(publicationRecord, mapPublication, importPublications),
  profiles: makeWriter(profileRecord, mapProfile, importProfiles),
  orders: makeWriter(orderRecord, mapOrder, importOrders),
  signatures: makeWriter(signatureRecord, mapUnit, importUnits),
  expeditions: makeWriter(shipmentRecord, mapShipment, importShipments),
}

const reasonTexts: Readonly<Record<RefusalReason, string>> = {
  'no-line': importProblems.noLine,
  'no-staff': importProblems.noStaff,
  'email-taken': importProblems.emailUsed,
}

type OnProgress = (kind: ImportKind, count: number) => void

/** Writes valid records in portions. To continue after an interruption, call it again. */
export async function applyRecords(importId: number, onProgress: OnProgress = () => {}): Promise<void> {
  const highestNumbers = await findHighestNumbers(importId)
  for (const kind of importKinds) {
    let count = 0
    for (;;) {
      const portion = await listStagedRecords({ importId, kind, states: ['ready'] }, 0, PORTION_SIZE)
      if (portion.length === 0) break
      await applyPortion(kind, portion, highestNumbers)
      count += portion.length
      onProgress(kind, count)
    }
    if (kind === 'signatures') await linkAllRenewals(importId)
  }
}

/** Writes a portion in one transaction. If a record is rejected, writes each record in its own transaction. */
async function applyPortion(
  kind: ImportKind,
  portion: readonly StagedRecord[],
  highestNumbers: HighestNumbers,
): Promise<void> {
  try {
    await applyTogether(kind, portion, highestNumbers)
  } catch (error) {
    // Other errors, such as a lost connection, end the command; the next run continues.
    if (!(error instanceof RecordRefused || isDataFault(error))) throw error
    const [record, ...others] = portion
    if (record && others.length === 0) return await rejectUnwritable(kind, record, error)
    for (const portionRecord of portion) await applyPortion(kind, [portionRecord], highestNumbers)
  }
}

async function rejectUnwritable(
  kind: ImportKind,
  { id, legacyId }: StagedRecord,
  error: unknown,
): Promise<void> {
  log.warn({ err: error, kind, legacyId }, 'record not imported')
  const text = error instanceof RecordRefused ? reasonTexts[error.reason] : importProblems.notWritten
  await rejectRecord(id, { registro: [text] })
}

function applyTogether(
  kind: ImportKind,
  portion: readonly StagedRecord[],
  highestNumbers: HighestNumbers,
): Promise<void> {
  return withTransaction(async (trx) => {
    await writers[kind](
      trx,
      portion.map(({ body }) => body),
      highestNumbers,
    )
    await markApplied(
      trx,
      portion.map(({ id }) => id),
    )
  })
}

/** Links lines to the unit that they renewed. Must run after the units were written. */
async function linkAllRenewals(importId: number): Promise<void> {
  let after = 0
  while (true) {
    const portion = await listStagedRecords(
      { importId, kind: 'orders', states: ['applied'] },
      after,
      PORTION_SIZE,
    )
    const lastRecord = portion.at(-1)
    if (!lastRecord) return
    await linkPortion(portion.map(({ body }) => orderRecord.parse(body)))
    after = lastRecord.id
  }
}

async function linkPortion(orders: readonly z.output<typeof orderRecord>[]): Promise<void> {
  const renewingOrders = orders.filter((order) => mapRenewals(order).length > 0)
  if (renewingOrders.length === 0) return
  const lines = groupLinesByOrder(await listLines(renewingOrders.map(({ id }) => id)))
  const links = renewingOrders.flatMap((order) =>
    mapRenewals(order).flatMap(({ index, ...link }) => {
      const line = findLineAt(lines.get(order.id) ?? [], order.publications, index)
      return line ? [{ lineId: line.id, ...link }] : []
    }),
  )
  await withTransaction((trx) => linkRenewals(trx, links))
}
