import { boletoGraceDays } from '#app/domain/charges/boleto-state.ts'
import {
  addBusinessDays,
  addDays,
  type CivilDate,
  countDaysBetween,
  getPreviousBusinessDay,
} from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { type ChargeRules, charges } from '#app/domain/settings/charges.ts'
import { getInitialValues } from '#app/domain/settings/setting.ts'

export type Percent = number // hundredths of a percent: 200 is 2 %

const fullPercent: Percent = 100_00
const monthDays = 30

export const defaultChargeRules = getInitialValues(charges)

export type BoletoTerm = 'fine' | 'interest' | 'discount' | 'acceptance' | 'protest'

export const gatewayTerms: readonly BoletoTerm[] = ['fine', 'interest', 'discount', 'acceptance']

/** Terms of a boleto. `interestPerDay`, in centavos, is null if the issuer uses the monthly rate. */
export type BoletoTerms = {
  finePercent: Percent
  interestPercent: Percent
  interestPerDay: Centavos | null
  discountValue: Centavos
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

export function hasInterestRate({ interestPercent, interestPerDay }: BoletoTerms): boolean {
  return interestPercent > 0 && interestPerDay === null
}

export function isAmountVariable({ finePercent, interestPercent, discountValue }: BoletoTerms): boolean {
  return finePercent > 0 || interestPercent > 0 || discountValue > 0
}

/** Returns whether a supported term may raise or lower the amount of a boleto. */
export function canAmountVary(rules: ChargeRules, supportedTerms: readonly BoletoTerm[]): boolean {
  const changesAmount: Partial<Record<BoletoTerm, boolean>> = {
    fine: rules.finePercent > 0,
    interest: rules.interestPercent > 0,
    discount: rules.discountPercent > 0 || rules.discountValue > 0,
  }
  return supportedTerms.some((term) => changesAmount[term])
}

type Issue = { value: Centavos; documentDate: CivilDate; dueDate: CivilDate }
/**
 * An issuer's rules. `monthlyRateUse`: when interest is registered as a monthly rate instead of centavos a day.
 * `minimum`: the smallest amount that the issuer charges, also after the discount.
 */
type Issuer = {
  supportedTerms: readonly BoletoTerm[]
  monthlyRateUse: 'always' | 'below-a-centavo' | 'never'
  minimum?: Centavos
}

/**
 * Returns the terms as banks register them. Rounds down because the law limits the rate.
 */
export function calculateBoletoTerms(
  rules: ChargeRules,
  issue: Issue,
  { supportedTerms, monthlyRateUse, minimum = 1 }: Issuer,
): BoletoTerms {
  const supports = (term: BoletoTerm) => supportedTerms.includes(term)
  return {
    finePercent: supports('fine') ? rules.finePercent : 0,
    ...computeInterest(supports('interest') ? rules.interestPercent : 0, issue.value, monthlyRateUse),
    ...(supports('discount')
      ? computeDiscount(rules, issue, Math.max(1, minimum))
      : { discountValue: 0, discountUntil: null }),
    acceptanceDays: supports('acceptance')
      ? countDaysToBusinessDay(rules.acceptanceDays, issue.dueDate)
      : null,
    protestDays: supports('protest') ? rules.protestDays : 0,
  }
}

/**
 * Returns the interest with its centavos a day. Returns only the monthly rate, which may be 0, if the issuer
 * always uses it or if the interest of a day is below a centavo.
 */
function computeInterest(
  interestPercent: Percent,
  value: Centavos,
  monthlyRateUse: Issuer['monthlyRateUse'],
) {
  const perDay = computeInterestByRate(value, interestPercent, 1)
  if (monthlyRateUse !== 'always' && perDay > 0) return { interestPercent, interestPerDay: perDay }
  return { interestPercent: monthlyRateUse === 'never' ? 0 : interestPercent, interestPerDay: null }
}

function computeDiscount(rules: ChargeRules, { value, documentDate, dueDate }: Issue, minimum: Centavos) {
  const discountValue = rules.discountValue || computeShare(value, rules.discountPercent)
  const discountUntil = getPreviousBusinessDay(addDays(dueDate, -rules.discountDays))
  const isDiscountAllowed =
    discountValue > 0 && value - discountValue >= minimum && discountUntil >= documentDate
  return isDiscountAllowed ? { discountValue, discountUntil } : { discountValue: 0, discountUntil: null }
}

/** Extends the days to a banking day because issuers also write off on weekends and holidays. */
function countDaysToBusinessDay(days: number | null, dueDate: CivilDate): number | null {
  return days === null ? null : countDaysBetween(dueDate, addBusinessDays(addDays(dueDate, days), 0))
}

/** Returns the calendar days of acceptance after the due date; by default the grace days. */
export function getAcceptanceDays(
  { acceptanceDays }: Pick<BoletoTerms, 'acceptanceDays'>,
  dueDate: CivilDate,
): number {
  return acceptanceDays ?? countDaysBetween(dueDate, addBusinessDays(dueDate, boletoGraceDays))
}

/**
 * Returns the last payable day, or null if the grace days apply. `agreedDays` counts where files have no
 * term.
 */
export function getLastAcceptanceDay(
  { acceptanceDays, protestDays }: BoletoTerms,
  dueDate: CivilDate,
  { supportedTerms, agreedDays = 0 }: { supportedTerms: readonly BoletoTerm[]; agreedDays?: number },
): CivilDate | null {
  const days = acceptanceDays ?? (protestDays > 0 ? protestDays : null)
  if (days === null && supportedTerms.includes('acceptance')) return null
  const lastBusinessDay = getPreviousBusinessDay(addDays(dueDate, days ?? agreedDays))
  const dueBusinessDay = addBusinessDays(dueDate, 0)
  return countDaysBetween(dueBusinessDay, lastBusinessDay) > 0 ? lastBusinessDay : dueBusinessDay
}

/** The amount due and its parts. `highest` is the total if the issuer rounds up. */
export type AmountDue = {
  fine: Centavos
  interest: Centavos
  discount: Centavos
  total: Centavos
  highest: Centavos
  days: number
}

type OwedBoleto = { value: Centavos; dueDate: CivilDate; terms: BoletoTerms }

/** Returns the amount due. A due date on a bank holiday is extended, but interest counts from the holiday (0058). */
export function calculateAmountDue({ value, dueDate, terms }: OwedBoleto, day: CivilDate): AmountDue {
  const { discountUntil, discountValue } = terms
  const discount = discountUntil !== null && day <= discountUntil ? discountValue : 0
  const amountOnTime = {
    fine: 0,
    interest: 0,
    discount,
    total: value - discount,
    highest: value - discount,
    days: 0,
  }
  if (day <= addBusinessDays(dueDate, 0)) return amountOnTime
  const days = countDaysBetween(dueDate, day)
  const fine = computeShare(value, terms.finePercent)
  const interest = computeInterestUntil(terms, value, days)
  const maxRounding =
    getRounding(value * terms.finePercent, fullPercent) +
    (terms.interestPerDay === null
      ? getRounding(value * terms.interestPercent * days, fullPercent * monthDays)
      : 0)
  const total = value + fine + interest
  return { fine, interest, discount: 0, total, highest: total + maxRounding, days }
}

function computeInterestUntil(
  { interestPerDay, interestPercent }: BoletoTerms,
  value: Centavos,
  days: number,
) {
  return interestPerDay === null ? computeInterestByRate(value, interestPercent, days) : interestPerDay * days
}

function computeInterestByRate(value: Centavos, percent: Percent, days: number): Centavos {
  return Math.floor((value * percent * days) / (fullPercent * monthDays))
}

function computeShare(value: Centavos, percent: Percent): Centavos {
  return Math.floor((value * percent) / fullPercent)
}

/** Returns 1 centavo if the quotient has a fraction, because banks publish no rule for rounding. */
function getRounding(product: number, divisor: number): Centavos {
  return product % divisor === 0 ? 0 : 1
}

export function isWithinAmountDue({ total, highest }: AmountDue, paid: Centavos): boolean {
  return paid >= total && paid <= highest
}
