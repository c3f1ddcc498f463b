import { type BankLabels, febrabanReasons, febrabanUnpayable } from '#app/text/settings/banks/labels.ts'

export const caixaLabels: BankLabels = {
  name: 'Caixa',
  numberWithout: 'sem o 14 do começo nem o dígito',
  isUntried: true,
  fields: { agreement: 'Código do beneficiário (6 ou 7 números, sem dígito)' },
  unpayable: febrabanUnpayable,
  reasons: {
    240: febrabanReasons,
    400: {
      '001': 'beneficiário não encontrado',
      '002': 'título não encontrado',
      '008': 'título já movimentado no dia',
      '009': 'nosso número não pertence ao beneficiário',
      '010': 'título já existente',
      '012': 'movimento repetido',
      '020': 'CEP do pagador não encontrado',
      '021': 'agência cobradora não encontrada',
      '022': 'agência do beneficiário não encontrada',
      '045': 'vencimento além do prazo permitido',
      '049': 'título já baixado ou liquidado',
      '050': 'título já enviado ao cartório',
      '081': 'CEP do pagador inválido',
      '082': 'CPF ou CNPJ do pagador inválido',
      '083': 'seu número inválido',
    },
  },
}
