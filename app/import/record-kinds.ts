import type { z } from 'zod'
import type { ImportKind } from '#app/import/kinds.ts'
import {
  expeditionRecord,
  orderRecord,
  profileRecord,
  publicationRecord,
  signatureRecord,
} from '#app/import/records.ts'

/** Messages by field. */
export type Problems = Record<string, string[]>

/** Another record, by its old number, without which this one cannot come. */
export type Needed = { field: string; kind: ImportKind; id: number }

/** The centavo that marks freight which was not charged (D2). */
const FREIGHT_MARK = 1

type Reading = { problems: Problems } | { needs: Needed[]; email: string | null }

function kindOf<S extends z.ZodType>(
  schema: S,
  needsOf: (record: z.output<S>) => Needed[],
  more: { faults?: (record: z.output<S>) => Problems; emailOf?: (record: z.output<S>) => string } = {},
) {
  return (body: unknown): Reading => {
    const parsed = schema.safeParse(body)
    if (!parsed.success) return { problems: problemsOf(parsed.error) }
    const problems = more.faults?.(parsed.data) ?? {}
    if (Object.keys(problems).length > 0) return { problems }
    return { needs: needsOf(parsed.data), email: more.emailOf?.(parsed.data) ?? null }
  }
}

/** What each kind of record says of itself alone. */
export const recordKinds: Readonly<Record<ImportKind, (body: unknown) => Reading>> = {
  publications: kindOf(publicationRecord, () => []),
  profiles: kindOf(profileRecord, () => [], { emailOf: ({ user }) => user.email }),
  orders: kindOf(
    orderRecord,
    ({ profile, publications }) => [
      { field: 'profile', kind: 'profiles', id: profile },
      ...publications.map(({ publication }, index) => ({
        field: `publications.${index}.publication`,
        kind: 'publications' as const,
        id: publication,
      })),
    ],
    { faults: sumFaults },
  ),
  signatures: kindOf(signatureRecord, ({ order, publication, profile }) => [
    { field: 'order', kind: 'orders', id: order },
    { field: 'publication', kind: 'publications', id: publication },
    { field: 'profile', kind: 'profiles', id: profile },
  ]),
  expeditions: kindOf(expeditionRecord, ({ client, order }) => [
    { field: 'client', kind: 'profiles', id: client },
    ...(order ?? []).map((id) => ({ field: 'order', kind: 'orders' as const, id })),
  ]),
}

/** Freight as charged: the marker counts as nothing. */
export function chargedFreight(centavos: number): number {
  return centavos === FREIGHT_MARK ? 0 : centavos
}

function sumFaults({ publications, shipping_value, total }: z.output<typeof orderRecord>): Problems {
  const lines = publications.reduce((sum, { value }) => sum + value, 0)
  const freight = chargedFreight(shipping_value)
  const isRight = [lines + freight, lines + shipping_value].includes(total)
  return isRight ? {} : { total: ['O total não é a soma dos itens e do frete'] }
}

function problemsOf(error: z.ZodError): Problems {
  const problems: Problems = {}
  for (const { path, message } of error.issues) {
    const field = path.map(String).join('.') || 'registro'
    problems[field] = [...(problems[field] ?? []), message]
  }
  return problems
}
