import type { BankLabels, Reasons } from '#app/text/settings/banks/labels.ts'

const reasons: Reasons = {
  '04': 'UF do pagador inválida',
  '05': 'vencimento fora do prazo da operação',
  '08': 'nome do pagador não informado',
  '09': 'agência encerrada',
  '10': 'endereço do pagador não informado',
  '11': 'CEP inválido',
  '13': 'CEP incompatível com a UF',
  '14': 'nosso número já registrado ou fora da faixa',
  '15': 'nosso número repetido no arquivo',
  '18': 'data de entrada inválida para a carteira',
  '19': 'ocorrência inválida',
  '22': 'carteira não permitida',
  '37': 'CPF ou CNPJ do pagador inválido',
  '42': 'nosso número fora da faixa',
  '64': 'data de emissão inválida',
  '66': 'vencimento inválido ou fora do prazo',
  '67': 'valor do título inválido',
  '68': 'carteira inválida',
}

export const itauLabels: BankLabels = {
  name: 'Itaú',
  // CNAB 240 of this bank has no field for a monthly rate.
  hints: { format: 'O combinado com o banco, se for sempre o mesmo. Vazio: escolhe-se em cada remessa.' },
  numberFormatHint: 'sem carteira nem dígito',
  unpayableOccurrences: { 32: 'baixado por ter sido protestado' },
  reasons: { 240: reasons, 400: reasons },
}
