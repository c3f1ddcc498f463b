import {
  defaultMinimum,
  gatewayName,
  type IssuerName,
  type IssuerSetting,
} from '#app/domain/settings/issuer.ts'
import { formatReais } from '#app/text/platform/format.ts'
import type { SettingLabels } from '#app/text/settings/field-labels.ts'

export const gatewayLabels = {
  name: 'Asaas',
  the: 'a Asaas',
  of: 'da Asaas',
}

export const issuerLabels: Readonly<Record<IssuerName, string>> = {
  'own-bank': 'Convênio com o banco',
  [gatewayName]: gatewayLabels.name,
}

export const issuerSettingLabels: SettingLabels<IssuerSetting> = {
  issuer: { label: 'Emissor', options: issuerLabels, fault: 'Escolha quem emite os boletos' },
  agencyAndCode: { label: 'Agência e código no boleto' },
  wallet: { label: 'Carteira no boleto' },
  minimum: {
    label: 'Menor valor de um boleto',
    hint: `Pedidos abaixo disso não são aceitos, a não ser que nada custem. ${gatewayLabels.name} recusa cobranças abaixo de ${formatReais(defaultMinimum)}, segundo quem a usa; confira com ela.`,
  },
}
