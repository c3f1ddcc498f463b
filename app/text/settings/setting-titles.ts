import type { SettingName } from '#app/domain/settings/setting.ts'

/** Titles of the settings for their pages, the list of settings and the history. */
export const settingTitles: Readonly<Record<SettingName, string>> = {
  company: 'Empresa',
  bankAgreement: 'Convênio bancário',
  shop: 'Regras da loja',
  statusFile: 'Arquivo de status',
  freight: 'Tabela de frete',
  issuer: 'Emissor dos boletos',
  firstSteps: 'Primeiros passos',
  appearance: 'Logotipo e cores',
  pix: 'Pix do banco',
  pixCheck: 'Teste do Pix',
  charges: 'Multa, juros e desconto',
  fiscal: 'Fiscal',
  taxDefaults: 'Códigos fiscais',
}
