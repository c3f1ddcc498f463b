import type { TaxRegime } from '#app/domain/catalogue/taxes.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** An NFS-e is issued by the system of the seller's city or by the national one (Emissor Nacional). */
export const serviceLayouts = ['city', 'national'] as const
export type ServiceLayout = (typeof serviceLayouts)[number]

/** 'law' follows regime and day (D175). */
export const layoutChoices = ['law', ...serviceLayouts] as const
export type LayoutChoice = (typeof layoutChoices)[number]

/** First day of the national issuer: Resolução CGSN 169/2022 and its changes for the MEI, 191/2026 for ME and EPP. */
export const nationalSince: Readonly<Record<TaxRegime, CivilDate | null>> = {
  mei: '2023-09-01',
  simples: '2026-11-01',
  'simples-excess': '2026-11-01',
  normal: null,
}

/** The issuer that the law names on that day; companies outside the Simples follow their city. */
export function legalLayout(regime: TaxRegime, day: CivilDate): ServiceLayout {
  const since = nationalSince[regime]
  return since !== null && day >= since ? 'national' : 'city'
}

export function chosenLayout(choice: LayoutChoice, regime: TaxRegime, day: CivilDate): ServiceLayout {
  return choice === 'law' ? legalLayout(regime, day) : choice
}

/** Whether an NFS-e of that day says its classes of IBS and CBS: under the Simples from 2027 on (Resolução CGSN 191/2026). */
export function needsReformClasses(regime: TaxRegime, day: CivilDate): boolean {
  return regime === 'normal' || day >= '2027-01-01'
}
