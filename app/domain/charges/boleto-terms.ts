import {
  addBusinessDays,
  addDays,
  type CivilDate,
  daysBetween,
  previousBusinessDay,
} from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

/** Hundredths of a percent: 200 is 2 %. */
export type Percent = number

/** The owner's rules for new boletos (D69); 0 and null: none. A discount is a share of the value or an amount. */
export type ChargeRules = {
  finePercent: Percent
  /** per month */
  interestPercent: Percent
  discountPercent: Percent
  discountValue: Centavos
  /** before the due date */
  discountDays: number
  /** calendar days after the due date; null: what agreement or gateway say */
  acceptanceDays: number | null
  /** calendar days after the due date; 0: no protest */
  protestDays: number
}

export const noRules: ChargeRules = {
  finePercent: 0,
  interestPercent: 0,
  discountPercent: 0,
  discountValue: 0,
  discountDays: 0,
  acceptanceDays: null,
  protestDays: 0,
}

/** Fine: CDC art. 52 § 1. Interest: CTN art. 161 § 1, by CC art. 406. Protest: what every present bank takes. */
export const ruleLimits = {
  finePercent: 200,
  interestPercent: 100,
  discountPercent: 5000,
  discountDays: 30,
  acceptanceDays: { min: 1, max: 29 },
  protestDays: { min: 6, max: 29 },
} as const

/** What an issuer can be told; what it cannot be told is neither printed nor judged by. */
export type BoletoTerm = 'fine' | 'interest' | 'discount' | 'acceptance' | 'protest'

/** A gateway protests only what somebody asks it to, charge by charge. */
export const gatewayCarries: readonly BoletoTerm[] = ['fine', 'interest', 'discount', 'acceptance']

/** What a boleto is registered with, as of its issue. */
export type BoletoTerms = {
  finePercent: Percent
  /** per month, as the owner said */
  interestPercent: Percent
  /** registered with a bank; null: the issuer counts by the monthly rate */
  interestPerDay: Centavos | null
  discountValue: Centavos
  /** a banking day; null without discount */
  discountUntil: CivilDate | null
  acceptanceDays: number | null
  protestDays: number
}

export const noTerms: BoletoTerms = {
  finePercent: 0,
  interestPercent: 0,
  interestPerDay: null,
  discountValue: 0,
  discountUntil: null,
  acceptanceDays: null,
  protestDays: 0,
}

type Issue = { value: Centavos; documentDate: CivilDate; dueDate: CivilDate }
type Issuer = { carries: readonly BoletoTerm[]; countsByRate: boolean }

/**
 * CNAB 400 knows interest as centavos a day and a discount as an amount: both are settled here, so that both formats,
 * the paper and the judgement say the same. Rounded down, in the payer's favour and never above the legal limits.
 */
export function boletoTerms(
  rules: ChargeRules,
  issue: Issue,
  { carries, countsByRate }: Issuer,
): BoletoTerms {
  const has = (term: BoletoTerm) => carries.includes(term)
  return {
    finePercent: has('fine') ? rules.finePercent : 0,
    ...interestOf(has('interest') ? rules.interestPercent : 0, issue.value, countsByRate),
    ...(has('discount') ? discountOf(rules, issue) : { discountValue: 0, discountUntil: null }),
    acceptanceDays: has('acceptance') ? rules.acceptanceDays : null,
    protestDays: has('protest') ? rules.protestDays : 0,
  }
}

function interestOf(interestPercent: Percent, value: Centavos, countsByRate: boolean) {
  const perDay = interestByRate(value, interestPercent, 1)
  if (countsByRate) return { interestPercent, interestPerDay: null }
  return perDay > 0
    ? { interestPercent, interestPerDay: perDay }
    : { interestPercent: 0, interestPerDay: null }
}

function discountOf(rules: ChargeRules, { value, documentDate, dueDate }: Issue) {
  const discountValue = rules.discountValue || shareOf(value, rules.discountPercent)
  const discountUntil = previousBusinessDay(addDays(dueDate, -rules.discountDays))
  const isGiven = discountValue > 0 && discountValue < value && discountUntil >= documentDate
  return isGiven ? { discountValue, discountUntil } : { discountValue: 0, discountUntil: null }
}

/** The last day a bank takes it; null where agreement or gateway say. */
export function acceptedUntil({ acceptanceDays }: BoletoTerms, dueDate: CivilDate): CivilDate | null {
  return acceptanceDays === null ? null : addBusinessDays(addDays(dueDate, acceptanceDays), 0)
}

/** `most`: the highest amount an issuer that rounds up asks for; equal to `total` where nothing is rounded. */
export type AmountDue = {
  fine: Centavos
  interest: Centavos
  discount: Centavos
  total: Centavos
  most: Centavos
  /** calendar days late */
  days: number
}

type Owed = { value: Centavos; dueDate: CivilDate; terms: BoletoTerms }

/**
 * What is due when paid on `day` (docs/decisions/0058). A due date without banks moves to the next banking day (Lei
 * 7.089/1983); paid later, interest counts in calendar days from the due date itself, a month being 30 days.
 */
export function amountDue({ value, dueDate, terms }: Owed, day: CivilDate): AmountDue {
  const { discountUntil, discountValue } = terms
  const discount = discountUntil !== null && day <= discountUntil ? discountValue : 0
  const none = { fine: 0, interest: 0, discount, total: value - discount, most: value - discount, days: 0 }
  if (day <= addBusinessDays(dueDate, 0)) return none
  const days = daysBetween(dueDate, day)
  const fine = shareOf(value, terms.finePercent)
  const interest = interestUntil(terms, value, days)
  const rounded =
    upTo(value * terms.finePercent, 10_000) +
    (terms.interestPerDay === null ? upTo(value * terms.interestPercent * days, 300_000) : 0)
  const total = value + fine + interest
  return { fine, interest, discount: 0, total, most: total + rounded, days }
}

function interestUntil({ interestPerDay, interestPercent }: BoletoTerms, value: Centavos, days: number) {
  return interestPerDay === null ? interestByRate(value, interestPercent, days) : interestPerDay * days
}

function interestByRate(value: Centavos, percent: Percent, days: number): Centavos {
  return Math.floor((value * percent * days) / 300_000)
}

function shareOf(value: Centavos, percent: Percent): Centavos {
  return Math.floor((value * percent) / 10_000)
}

/** Banks publish no rule for fractions of a centavo: one more where there is a fraction, else none. */
function upTo(product: number, divisor: number): Centavos {
  return product % divisor === 0 ? 0 : 1
}

export function isSettledBy({ total, most }: AmountDue, paid: Centavos): boolean {
  return paid >= total && paid <= most
}
