import { acceptedUntil, type BoletoTerms } from '#app/domain/charges/boleto-terms.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** Columns of a boleto row that `termsOfRow` reads; of a joined table, prefix them there. */
export const termNames = [
  'fine_percent',
  'interest_percent',
  'interest_per_day',
  'discount_value',
  'discount_until',
  'acceptance_days',
  'protest_days',
] as const

export type TermRow = {
  fine_percent: number
  interest_percent: number
  interest_per_day: number | null
  discount_value: number
  discount_until: CivilDate | null
  acceptance_days: number | null
  protest_days: number
}

export function termColumns({ terms, dueDate }: Pick<IssuedBoleto, 'terms' | 'dueDate'>) {
  return {
    fine_percent: terms.finePercent,
    interest_percent: terms.interestPercent,
    interest_per_day: terms.interestPerDay,
    discount_value: terms.discountValue,
    discount_until: terms.discountUntil,
    acceptance_days: terms.acceptanceDays,
    protest_days: terms.protestDays,
    payable_until: acceptedUntil(terms, dueDate),
  }
}

export function termsOfRow(row: TermRow): BoletoTerms {
  return {
    finePercent: row.fine_percent,
    interestPercent: row.interest_percent,
    interestPerDay: row.interest_per_day,
    discountValue: row.discount_value,
    discountUntil: row.discount_until,
    acceptanceDays: row.acceptance_days,
    protestDays: row.protest_days,
  }
}
