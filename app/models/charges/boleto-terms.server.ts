import { type AmountDue, type BoletoTerms, calculateAmountDue } from '#app/domain/charges/boleto-terms.ts'
import type { IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** Columns that `toBoletoTerms` reads. No other table has columns with these names. */
export const termNames = [
  'fine_percent',
  'interest_percent',
  'interest_per_day',
  'discount_value',
  'discount_until',
  'acceptance_days',
  'protest_days',
] as const

/** The columns of a boleto's terms. They are null if the query joined no boleto. */
export type TermRow = {
  fine_percent: number | null
  interest_percent: number | null
  interest_per_day: number | null
  discount_value: number | null
  discount_until: CivilDate | null
  acceptance_days: number | null
  protest_days: number | null
}

export function toTermColumns({ terms, payableUntil }: Pick<IssuedBoleto, 'terms' | 'payableUntil'>) {
  return {
    fine_percent: terms.finePercent,
    interest_percent: terms.interestPercent,
    interest_per_day: terms.interestPerDay,
    discount_value: terms.discountValue,
    discount_until: terms.discountUntil,
    acceptance_days: terms.acceptanceDays,
    protest_days: terms.protestDays,
    payable_until: payableUntil,
  }
}

type BoletoAmountRow = TermRow & { value: Centavos; due_date: CivilDate }

export function calculateRowAmountDue(
  { value, due_date: dueDate, ...row }: BoletoAmountRow,
  day: CivilDate,
): AmountDue {
  return calculateAmountDue({ value, dueDate, terms: toBoletoTerms(row) }, day)
}

export function toBoletoTerms(row: TermRow): BoletoTerms {
  return {
    finePercent: row.fine_percent ?? 0,
    interestPercent: row.interest_percent ?? 0,
    interestPerDay: row.interest_per_day,
    discountValue: row.discount_value ?? 0,
    discountUntil: row.discount_until,
    acceptanceDays: row.acceptance_days,
    protestDays: row.protest_days ?? 0,
  }
}
