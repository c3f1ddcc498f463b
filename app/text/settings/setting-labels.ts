import { charges } from '#app/domain/settings/charges.ts'
import { company } from '#app/domain/settings/company.ts'
import { fiscal } from '#app/domain/settings/fiscal.ts'
import { issuerSetting } from '#app/domain/settings/issuer.ts'
import { pix } from '#app/domain/settings/own-pix.ts'
import { type Setting, settingIds } from '#app/domain/settings/setting.ts'
import { shop } from '#app/domain/settings/shop.ts'
import { formatBytes, formatDate, formatReais } from '#app/text/platform/format.ts'
import { isRegion, regionNames } from '#app/text/platform/region-labels.ts'
import { agreementHistory } from '#app/text/settings/agreement-labels.ts'
import { appearanceHistory } from '#app/text/settings/appearance-labels.ts'
import { chargeRuleLabels } from '#app/text/settings/charge-rule-labels.ts'
import { companyLabels } from '#app/text/settings/company-labels.ts'
import {
  type HistoryLabels,
  makeSettingHistory,
  type SettingLabels,
} from '#app/text/settings/field-labels.ts'
import { fiscalLabels } from '#app/text/settings/fiscal-labels.ts'
import { issuerSettingLabels } from '#app/text/settings/issuer-labels.ts'
import { pixLabels } from '#app/text/settings/pix-labels.ts'
import { shopLabels } from '#app/text/settings/shop-labels.ts'

const fileLabels: Readonly<Record<string, string>> = {
  name: 'Nome',
  uploadedOn: 'Data',
  bytes: 'Tamanho',
  file: 'Guardado como',
  type: 'Tipo',
}

const fileHistory: HistoryLabels = {
  label: (field) => fileLabels[field] ?? field,
  value: formatFileValue,
}

function formatFileValue(field: string, text: string): string {
  if (field === 'bytes') return formatBytes(Number(text))
  return field === 'uploadedOn' ? formatDate(text) : text
}

const freightHistory: HistoryLabels = { label: formatFreightField, value: formatFreightValue }

/** Returns 'PAC, Sudeste, até 5 kg' for 'PAC SE 5 kg'. */
function formatFreightField(field: string): string {
  const [, service, region, weight] = /^(.+) (\S+) (\S+ kg)$/.exec(field) ?? []
  if (!service || !region) return field
  return `${service}, ${isRegion(region) ? regionNames[region] : region}, até ${weight}`
}

/** Returns 'R$ 24,90, 4 dias' for '2490 / 4'. */
function formatFreightValue(_field: string, text: string): string {
  const [, centavos, days] = /^(\d+) \/ (\d+)$/.exec(text) ?? []
  if (!centavos || !days) return text
  return `${formatReais(Number(centavos))}, ${days === '1' ? '1 dia' : `${days} dias`}`
}

type Visit<Result> = <Values>(setting: Setting<Values>, labels: SettingLabels<Values>) => Result

/** Returns the result of `visit` for each setting whose fields have labels. */
export function mapSettings<Result>(visit: Visit<Result>): Result[] {
  return [
    visit(company, companyLabels),
    visit(shop, shopLabels),
    visit(pix, pixLabels),
    visit(charges, chargeRuleLabels),
    visit(fiscal, fiscalLabels),
    visit(issuerSetting, issuerSettingLabels),
  ]
}

const histories = new Map<number, HistoryLabels>([
  [settingIds.bankAgreement, agreementHistory],
  [settingIds.appearance, appearanceHistory],
  [settingIds.statusFile, fileHistory],
  [settingIds.freight, freightHistory],
  ...mapSettings(
    (setting, labels) => [settingIds[setting.name], makeSettingHistory(setting, labels)] as const,
  ),
])

/** Returns the labels of a setting; `id` is its number in the history. */
export function getSettingHistory(id: number): HistoryLabels {
  return histories.get(id) ?? { label: (field) => field, value: (_field, text) => text }
}
