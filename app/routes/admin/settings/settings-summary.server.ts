import type { Appearance } from '#app/domain/settings/appearance.ts'
import type { ChargeRules } from '#app/domain/settings/charges.ts'
import { areFreightRatesMissing } from '#app/http/backoffice/first-steps.server.ts'
import { countApiKeys } from '#app/models/backoffice/api-key.server.ts'
import { listFreightServiceRegions } from '#app/models/checkout/freight.server.ts'
import {
  findBankAgreement,
  findFiscal,
  findShopIdentity,
  findStatusFile,
  getChargeRules,
  getIssuer,
  getShopRules,
} from '#app/models/settings/setting.server.ts'
import { listEndpoints } from '#app/models/settings/webhook-endpoint.server.ts'
import { formatDate, formatPercent } from '#app/text/platform/format.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'
import { regimeLabels } from '#app/text/settings/fiscal-labels.ts'
import { issuerLabels } from '#app/text/settings/issuer-labels.ts'

/** Returns the summary of each setting; null if a setting is missing that the shop needs. */
export async function loadSettingSummaries() {
  const [{ company, appearance }, boletoTexts, rules, statusFile, freight, fiscal, keyCount, endpoints] =
    await Promise.all([
      findShopIdentity(),
      loadBoletoTexts(),
      getShopRules(),
      findStatusFile(),
      loadFreightText(),
      findFiscal(),
      countApiKeys(),
      listEndpoints(),
    ])
  return {
    company: company?.name ?? null,
    look: appearance && isCustomised(appearance) ? 'próprios' : 'padrão',
    fiscal: fiscal ? `${regimeLabels[fiscal.regime]}, série ${fiscal.series}` : 'não informado',
    ...boletoTexts,
    rules: `boleto em ${formatWorkingDays(rules.boletoDueDays)}, +${formatWorkingDays(rules.handlingDays)} no prazo de entrega`,
    freight,
    apiKeys: keyCount === 0 ? 'nenhuma em uso' : `${keyCount} em uso`,
    statusFile: statusFile
      ? `${statusFile.name}, de ${formatDate(statusFile.uploadedOn)}`
      : 'lista gerada do catálogo',
    webhooks: formatEndpoints(endpoints),
  }
}

/** Returns texts about boletos; `bank` is null if the shop lacks an agreement that it needs. */
async function loadBoletoTexts() {
  const [bank, issuer, charges] = await Promise.all([findBankAgreement(), getIssuer(), getChargeRules()])
  const missingBankText = issuer.issuer === 'own-bank' ? null : 'não informado'
  return {
    bank: bank ? `${getBankName(bank.bank)} (${bank.bank}), carteira ${bank.wallet}` : missingBankText,
    issuer: issuerLabels[issuer.issuer],
    charges: formatCharges(charges),
  }
}

function formatCharges({
  finePercent,
  interestPercent,
  discountPercent,
  discountValue,
}: ChargeRules): string {
  const chargeTexts = [
    finePercent > 0 ? `multa de ${formatPercent(finePercent)}` : '',
    interestPercent > 0 ? `juros de ${formatPercent(interestPercent)} ao mês` : '',
    discountPercent > 0 || discountValue > 0 ? 'desconto antecipado' : '',
  ]
  return chargeTexts.filter(Boolean).join(', ') || 'nenhum'
}

/** Returns the state of the freight rates; null if they are missing although the shop needs them. */
async function loadFreightText(): Promise<string | null> {
  const { length: regionCount } = await listFreightServiceRegions()
  if (regionCount > 0) return `${regionCount} combinações de serviço e região`
  return (await areFreightRatesMissing()) ? null : 'vazia'
}

function isCustomised({ ink, act, logoFile }: Appearance): boolean {
  return Boolean(ink || act || logoFile)
}

function formatWorkingDays(count: number): string {
  return count === 1 ? '1 dia útil' : `${count} dias úteis`
}

type Endpoints = Awaited<ReturnType<typeof listEndpoints>>

function formatEndpoints(endpoints: Endpoints): string {
  const activeCount = endpoints.filter(({ isActive }) => isActive).length
  let failedCount = 0
  for (const { givenUp } of endpoints) failedCount += givenUp
  if (endpoints.length === 0) return 'nenhum'
  const failureText = failedCount > 0 ? `; avisos não entregues: ${failedCount}` : ''
  return `${activeCount} de ${endpoints.length} ativos${failureText}`
}
