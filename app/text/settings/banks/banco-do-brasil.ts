import { type BankLabels, febrabanReasons } from '#app/text/settings/banks/labels.ts'

export const bancoDoBrasilLabels: BankLabels = {
  name: 'Banco do Brasil',
  numberWithout: 'sem o convênio',
  reasons: {
    240: febrabanReasons,
    400: {
      '01': 'identificação inválida',
      '02': 'variação da carteira inválida',
      '05': 'espécie do título inválida para a carteira',
      '07': 'agência inválida',
      '08': 'valor do título inválido',
      '09': 'vencimento inválido',
      '18': 'endereço do pagador não localizado ou incompleto',
      '19': 'código do beneficiário inválido',
      '21': 'carteira inválida',
      '27': 'nome do pagador ou do beneficiário inválido',
      '28': 'novo vencimento inválido',
      '29': 'endereço não informado',
      '33': 'nosso número já existente',
      '37': 'data de emissão inválida',
      '38': 'vencimento anterior à emissão',
      '42': 'CEP ou UF inválidos',
      '46': 'convênio encerrado',
      '53': 'título já está na situação pedida',
      '56': 'título não pertence ao convênio',
      '66': 'CPF ou CNPJ do pagador inválido',
      '80': 'nosso número inválido',
      '82': 'CEP do pagador inválido',
      '84': 'título não localizado',
    },
  },
}
