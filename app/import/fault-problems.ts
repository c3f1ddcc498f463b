import type { Fault } from '#app/models/backoffice/import/schema-rules.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import { importProblems } from '#app/text/backoffice/import-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

type ConstraintMessage = { field?: string; problem: (other: number | null) => string }

/** Messages and fields of certain constraints. Other constraints have the message of their kind at their columns. */
const constraintMessages: Readonly<Record<string, ConstraintMessage>> = {
  users_email: {
    problem: (other) => (other === null ? importProblems.emailUsed : importProblems.emailTwice(other)),
  },
  order_lines_legacy: {
    field: 'id',
    problem: (other) => (other === null ? importProblems.lineTaken : importProblems.lineTwice(other)),
  },
  publications_price_signature: { field: 'price_signature', problem: () => importProblems.noRenewalPrice },
  'orders.total_publications': { field: 'total', problem: () => importProblems.belowFreight },
  'subscriptions.order_line_id': { field: 'order', problem: () => importProblems.noLine },
  'shipments.owner_user_id': { field: 'owner', problem: () => importProblems.noStaff },
  shipments_address: { field: 'shipping_address', problem: () => importProblems.noAddress },
}

const defaultMessages: Readonly<Record<Fault['kind'], (other: number | null) => string>> = {
  missing: () => specTexts.fieldRequired,
  'too-long': () => importProblems.tooLong,
  'out-of-range': () => importProblems.outOfRange,
  check: () => importProblems.conflicting,
  repeated: (other) => (other === null ? importProblems.takenHere : importProblems.taken(other)),
}

/** Returns messages by field about constraints that a record violates. */
export function toProblems(faults: readonly Fault[]): Problems {
  const problems: Problems = {}
  for (const { rule, kind, columns, prefix, other = null } of faults) {
    const { field, problem } = constraintMessages[rule] ?? { problem: defaultMessages[kind] }
    for (const name of field ? [field] : columns)
      problems[`${prefix}${name}`] = [...(problems[`${prefix}${name}`] ?? []), problem(other)]
  }
  return problems
}
