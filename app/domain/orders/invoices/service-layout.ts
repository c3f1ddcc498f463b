import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { LayoutChoice, ServiceLayout, TaxRegime } from '#app/domain/settings/fiscal.ts'

/** First days of the national issuer by regime: Resolução CGSN 169/2022 (MEI), 191/2026 (ME and EPP). */
export const nationalSince: Readonly<Record<TaxRegime, CivilDate | null>> = {
  mei: '2023-09-01',
  simples: '2026-11-01',
  'simples-excess': '2026-11-01',
  normal: null,
}

/** Returns the layout that the law requires. Outside the Simples, the city decides. */
export function getLegalLayout(regime: TaxRegime, day: CivilDate): ServiceLayout {
  const since = nationalSince[regime]
  return since !== null && day >= since ? 'national' : 'city'
}

export function getChosenLayout(choice: LayoutChoice, regime: TaxRegime, day: CivilDate): ServiceLayout {
  return choice === 'law' ? getLegalLayout(regime, day) : choice
}

/**
 * Returns whether NFS-e contain classes of IBS and CBS: outside the normal regime, from 2027 on (CGSN
 * 191/2026).
 */
export function needsReformClasses(regime: TaxRegime, day: CivilDate): boolean {
  return regime === 'normal' || day >= '2027-01-01'
}
