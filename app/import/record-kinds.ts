import type { z } from 'zod'
import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import {
  mapOrder,
  mapProfile,
  mapPublication,
  mapRemovedPublication,
  mapShipment,
  mapUnit,
  parseRegistration,
} from '#app/import/mapping.ts'
import { calculateRecordTotal, isSumCorrect } from '#app/import/record-totals.ts'
import {
  orderRecord,
  profileRecord,
  publicationRecord,
  shipmentRecord,
  signatureRecord,
} from '#app/import/records.ts'
import { planPublication } from '#app/models/backoffice/import/catalogue.server.ts'
import { type ImportedOrder, planOrder } from '#app/models/backoffice/import/orders.server.ts'
import { type Account, planProfile } from '#app/models/backoffice/import/people.server.ts'
import type { PlannedRow } from '#app/models/backoffice/import/planned-row.ts'
import { planShipment } from '#app/models/backoffice/import/shipments.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import { type ImportedUnit, planUnit } from '#app/models/backoffice/import/subscriptions.server.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'

/** A record that another record requires. `id` is its number in the old system. */
export type RequiredRecord = { field: string; kind: ImportKind; id: number }

/** A unit or line to which a field of the record refers. `id` is its number in the old system. */
export type NamedRecord = { field: string; id: number }

/** Data of other records on which the rows of a record depend. */
export type RecordContext = {
  account(email: string): Account | undefined
  /** assigns a line to the unit; null if its order has none left */
  assignLine(unit: ImportedUnit): number | null
  hasStaff: boolean
  hasAddress(profile: number): boolean
}

/** Data about a record. `status` and `amount` (centavos) are compared after the import. */
type RecordData = {
  requiredRecords?: RequiredRecord[]
  email?: string
  isStaff?: boolean
  status?: number
  amount?: number
  problems?: Problems
  warnings?: Problems
  /** the order as it will be written */
  order?: ImportedOrder
  /** units that the order's lines renew, and lines to which the record refers */
  renewals?: NamedRecord[]
  references?: NamedRecord[]
  /** returns a publication made from the order's lines, if the source no longer lists it */
  makeRemovedPublication?: (id: number) => unknown
  /** client whose address a shipment without an address uses */
  addressee?: number
  plan?: (context: RecordContext) => PlannedRow[]
}

export type RecordReading = Omit<RecordData, 'email' | 'status' | 'amount'> & {
  requiredRecords: RequiredRecord[]
  email: string | null
  status: number | null
  amount: number | null
  problems: Problems
  /** problems that do not prevent the import */
  warnings: Problems
}

function makeReader<Schema extends z.ZodType>(
  schema: Schema,
  readData: (record: z.output<Schema>) => RecordData,
) {
  return (body: unknown): RecordReading => {
    const parsedRecord = schema.safeParse(body)
    const data = parsedRecord.success
      ? readData(parsedRecord.data)
      : { problems: listProblems(parsedRecord.error) }
    return {
      requiredRecords: [],
      email: null,
      status: null,
      amount: null,
      problems: {},
      warnings: {},
      ...data,
    }
  }
}

/** How each kind of record is parsed and validated. */
export const recordKinds: Readonly<Record<ImportKind, (body: unknown) => RecordReading>> = {
  publications: makeReader(publicationRecord, (record) => ({
    plan: () => planPublication(mapPublication(record)),
  })),
  profiles: makeReader(profileRecord, (record) => ({
    email: record.user.email,
    isStaff: record.user.is_staff || record.user.is_superuser,
    plan: (context) => planProfile(mapProfile(record), context.account(record.user.email)),
  })),
  orders: makeReader(orderRecord, (record) => {
    const order = mapOrder(record)
    return {
      requiredRecords: [
        { field: 'profile', kind: 'profiles', id: record.profile },
        ...record.publications.map(({ publication }, index) => ({
          field: `publications.${index}.publication`,
          kind: 'publications' as const,
          id: publication.id,
        })),
      ],
      status: record.status,
      amount: calculateRecordTotal(record),
      order,
      renewals: record.publications.flatMap(({ renews }, index) =>
        renews ? [{ field: `publications.${index}.renews`, id: renews }] : [],
      ),
      makeRemovedPublication: (id) => mapRemovedPublication(record, id),
      plan: () => planOrder(order),
      warnings: {
        ...(isSumCorrect(record) ? {} : { total: [importProblems.total] }),
        ...listPrefixWarnings(
          record.publications.map(({ airplane_prefix: prefix }, index) => ({
            field: `publications.${index}.airplane_prefix`,
            prefix,
          })),
        ),
      },
    }
  }),
  signatures: makeReader(signatureRecord, (record) => ({
    requiredRecords: [
      { field: 'order', kind: 'orders', id: record.order.id },
      { field: 'publication', kind: 'publications', id: record.publication },
      { field: 'profile', kind: 'profiles', id: record.profile },
    ],
    status: record.status,
    warnings: listPrefixWarnings(
      [{ field: 'airplane_prefix', prefix: record.airplane_prefix }],
      importProblems.doubtfulUnitPrefix,
    ),
    plan: (context) => {
      const unit = mapUnit(record)
      return planUnit(unit, context.assignLine(unit))
    },
  })),
  expeditions: makeReader(shipmentRecord, (record) => ({
    requiredRecords: [
      { field: 'client', kind: 'profiles', id: record.client },
      ...(record.order ?? []).map((id) => ({ field: 'order', kind: 'orders' as const, id })),
    ],
    status: record.status,
    references: (record.publications ?? []).map((id, index) => ({ field: `publications.${index}`, id })),
    addressee: record.client,
    plan: ({ hasStaff, hasAddress }) =>
      planShipment(mapShipment(record), { hasStaff, hasAddress: hasAddress(record.client) }),
  })),
}

/** Returns a warning for each prefix that is left out, or that is foreign but looks like a typing error. */
function listPrefixWarnings(
  prefixes: readonly { field: string; prefix: string | null }[],
  doubtfulText: string = importProblems.doubtfulPrefix,
): Problems {
  const warnings: Problems = {}
  for (const { field, prefix } of prefixes) {
    if (!prefix) continue
    const { registration, isForeign } = parseRegistration(prefix)
    const isDoubtful = isForeign && (/^P[PRSTU]/i.test(prefix) || !/[\d-]/.test(prefix))
    if (registration === null) warnings[field] = [importProblems.prefix]
    else if (isDoubtful) warnings[field] = [doubtfulText]
  }
  return warnings
}

function listProblems(error: z.ZodError): Problems {
  const problems: Problems = {}
  for (const { path, message } of error.issues) {
    const field = path.map(String).join('.') || 'registro'
    problems[field] = [...(problems[field] ?? []), message]
  }
  return problems
}
