import type { z } from 'zod'
import type { ImportKind } from '#app/domain/backoffice/import-kind.ts'
import {
  orderRecord,
  profileRecord,
  publicationRecord,
  shipmentRecord,
  signatureRecord,
} from '#app/import/records.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'

/** Another record, by its old number, without which this one cannot come. */
export type Needed = { field: string; kind: ImportKind; id: number }

/** The centavo that marks freight which was not charged (D2). */
const FREIGHT_MARK = 1

/** `email`: what no two profiles share; `status` and `amount` (centavos) are compared at the end. */
type Facts = {
  needs?: Needed[]
  email?: string
  status?: number
  amount?: number
  problems?: Problems
  warnings?: Problems
}

export type Reading = {
  needs: Needed[]
  email: string | null
  status: number | null
  amount: number | null
  problems: Problems
  /** what comes all the same */
  warnings: Problems
}

function kindOf<S extends z.ZodType>(schema: S, factsOf: (record: z.output<S>) => Facts) {
  return (body: unknown): Reading => {
    const parsed = schema.safeParse(body)
    const facts = parsed.success ? factsOf(parsed.data) : { problems: problemsOf(parsed.error) }
    return { needs: [], email: null, status: null, amount: null, problems: {}, warnings: {}, ...facts }
  }
}

/** Declarations of each kind of record. */
export const recordKinds: Readonly<Record<ImportKind, (body: unknown) => Reading>> = {
  publications: kindOf(publicationRecord, () => ({})),
  profiles: kindOf(profileRecord, ({ user }) => ({ email: user.email })),
  orders: kindOf(orderRecord, (record) => ({
    needs: [
      { field: 'profile', kind: 'profiles', id: record.profile },
      ...record.publications.map(({ publication }, index) => ({
        field: `publications.${index}.publication`,
        kind: 'publications' as const,
        id: publication.id,
      })),
    ],
    status: record.status,
    amount: totalOf(record),
    ...(isSumRight(record) ? {} : { warnings: { total: [importProblems.total] } }),
  })),
  signatures: kindOf(signatureRecord, ({ order, publication, profile, status }) => ({
    needs: [
      { field: 'order', kind: 'orders', id: order.id },
      { field: 'publication', kind: 'publications', id: publication },
      { field: 'profile', kind: 'profiles', id: profile },
    ],
    status,
  })),
  expeditions: kindOf(shipmentRecord, ({ client, order, status }) => ({
    needs: [
      { field: 'client', kind: 'profiles', id: client },
      ...(order ?? []).map((id) => ({ field: 'order', kind: 'orders' as const, id })),
    ],
    status,
  })),
}

type Order = z.output<typeof orderRecord>

/** Freight as charged: the marker counts as nothing. */
export function chargedFreight(centavos: number): number {
  return centavos === FREIGHT_MARK ? 0 : centavos
}

/** Without the marker's centavo, which the old total may have in it; what was agreed by hand stays as it was (D2). */
export function totalOf(record: Order): number {
  return isSumRight(record) ? sumOf(record) : record.total
}

function sumOf({ publications, shipping_value }: Order): number {
  return publications.reduce((sum, { value }) => sum + value, chargedFreight(shipping_value))
}

function isSumRight(record: Order): boolean {
  const exact = sumOf(record)
  const marked = exact - chargedFreight(record.shipping_value) + record.shipping_value
  return record.total === exact || record.total === marked
}

function problemsOf(error: z.ZodError): Problems {
  const problems: Problems = {}
  for (const { path, message } of error.issues) {
    const field = path.map(String).join('.') || 'registro'
    problems[field] = [...(problems[field] ?? []), message]
  }
  return problems
}
