import { getChosenLayout, getLegalLayout, nationalSince } from '#app/domain/orders/invoices/service-layout.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { LayoutChoice, ServiceLayout, TaxRegime } from '#app/domain/settings/fiscal.ts'
import { formatDate } from '#app/text/platform/format.ts'

export const serviceLayoutNames: Readonly<Record<ServiceLayout, string>> = {
  city: 'Prefeitura',
  national: 'Emissor Nacional',
}

/** Returns 'Emissor Nacional. ME e EPP … desde 01/11/2026 (Resolução CGSN 191/2026).' */
export function formatLayoutReason(
  { serviceLayout, regime }: { serviceLayout: LayoutChoice; regime: TaxRegime },
  today: CivilDate,
): string {
  const name = serviceLayoutNames[getChosenLayout(serviceLayout, regime, today)]
  if (serviceLayout === 'law') return `${name}. ${describeLaw(regime, today)}`
  const followsLaw = regime === 'normal' || serviceLayout === getLegalLayout(regime, today)
  return `${name}, por escolha da loja. ${followsLaw ? '' : 'Confira com a contabilidade: '}${describeLaw(regime, today)}`
}

function describeLaw(regime: TaxRegime, today: CivilDate): string {
  const lawDate = nationalSince[regime]
  if (lawDate === null) return 'Fora do Simples Nacional, quem decide é a cidade.'
  const sinceText = `${lawDate <= today ? 'desde' : 'a partir de'} ${formatDate(lawDate)}`
  return regime === 'mei'
    ? `O MEI emite a NFS-e só pelo Emissor Nacional ${sinceText} (Resolução CGSN 169/2022).`
    : `ME e EPP do Simples Nacional emitem a NFS-e só pelo Emissor Nacional ${sinceText} (Resolução CGSN 191/2026).`
}
