import { isState } from '#app/domain/accounts/states.ts'

/** indIEDest of the NF-e: 1 pays ICMS, 2 pays ICMS without an IE, 9 pays no ICMS. */
export const contributorIndicators = ['1', '2', '9'] as const
export type ContributorIndicator = (typeof contributorIndicators)[number]

/** Choices of staff for a buyer; 'R' pays ICMS and buys for resale. */
export const contributorChoices = ['1', 'R', '2', '9'] as const
export type ContributorChoice = (typeof contributorChoices)[number]

/** States that accept no contributor without an IE and reject indicator 2 (rule E16a-20, rejection 805). */
const statesWithoutIndicator2 = new Set([
  'AM',
  'BA',
  'CE',
  'GO',
  'MG',
  'MS',
  'MT',
  'PA',
  'PE',
  'RN',
  'SE',
  'SP',
])

type Buyer = { ie: string | null; state: string | null; override: string | null }

/** Returns the indicator. A choice of staff overrides the IE. A person with an IE is a rural producer. */
export function getContributorIndicator({ ie, state, override }: Buyer): ContributorIndicator {
  const chosenIndicator = contributorChoices.find((choice) => choice === override)
  if (chosenIndicator) return chosenIndicator === 'R' ? '1' : chosenIndicator
  if (!ie) return '9'
  if (ie !== 'ISENTO') return '1'
  return state && isState(state) && statesWithoutIndicator2.has(state) ? '9' : '2'
}

/** Returns true only if staff chose resale, because buyers who pay ICMS also use manuals themselves. */
export function isReseller(override: string | null): boolean {
  return override === 'R'
}

type OrderTaxes = {
  ie: string | null
  contributor: string | null
  payer_ie: string | null
  payer_contributor: string | null
}

/**
 * Returns the buyer's taxes on the day of the order, on which a `payer_ie` of '' means no IE. Older orders
 * lack them (null), so the account's present taxes apply.
 */
export function getBuyerTaxes({ ie, contributor, payer_ie, payer_contributor }: OrderTaxes) {
  return payer_ie === null ? { ie, contributor } : { ie: payer_ie || null, contributor: payer_contributor }
}
