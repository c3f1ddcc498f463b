import { type BankLabels, febrabanReasons, febrabanUnpayable } from '#app/text/settings/banks/labels.ts'

export const bradescoLabels: BankLabels = {
  name: 'Bradesco',
  numberFormatHint: 'sem carteira nem dígito',
  unpayableOccurrences: febrabanUnpayable,
  reasons: {
    240: febrabanReasons,
    400: {
      '03': 'código da ocorrência inválido',
      '04': 'ocorrência não permitida para a carteira',
      '07': 'agência ou conta inválida',
      '08': 'nosso número inválido',
      '09': 'nosso número repetido',
      '10': 'carteira inválida',
      '16': 'vencimento inválido',
      '18': 'vencimento fora do prazo da operação',
      '20': 'valor do título inválido',
      '21': 'espécie do título inválida',
      '24': 'data de emissão inválida',
      '45': 'nome do pagador não informado',
      '46': 'CPF ou CNPJ do pagador inválido',
      '47': 'endereço do pagador não informado',
      '48': 'CEP inválido',
      '63': 'título já cadastrado',
    },
  },
}
