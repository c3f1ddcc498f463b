import { type BankLabels, febrabanReasons, febrabanUnpayable } from '#app/text/settings/banks/labels.ts'

export const santanderLabels: BankLabels = {
  name: 'Santander',
  numberFormatHint: 'sem os zeros à esquerda nem o dígito',
  isUntested: true,
  fields: {
    account: 'Conta (9 números, sem dígito)',
    agreement: 'Código do beneficiário (7 números)',
    companyCode: 'Código de transmissão (20 números)',
  },
  hints: { companyCode: 'Só para o arquivo de remessa CNAB 400. O banco o informa.' },
  unpayableOccurrences: { ...febrabanUnpayable, 37: 'título DDA recusado pela CIP' },
  reasons: {
    240: febrabanReasons,
    400: {
      '016': 'vencimento inválido',
      '042': 'conta de cobrança inválida',
      '051': 'título não encontrado',
      '052': 'título já liquidado',
      '053': 'título já baixado',
      '057': 'CEP do pagador inválido',
      '058': 'CPF ou CNPJ inválido',
      '063': 'CEP sem praça de cobrança',
      '092': 'nosso número já cadastrado',
      '093': 'valor do título não informado',
      '098': 'data de emissão inválida',
      '100': 'data de emissão posterior ao vencimento',
      '101': 'nome do pagador não informado',
      '102': 'endereço do pagador não informado',
      '103': 'cidade do pagador não informada',
      '104': 'UF do pagador não informada',
      '106': 'CPF ou CNPJ do pagador não informado',
      '107': 'UF do pagador inválida',
      '108': 'dígito do CPF ou CNPJ inválido',
      '124': 'CEP do pagador não encontrado',
    },
  },
}
