export const deliveryTexts = {
  title: 'Endereço de entrega',
  corrected: 'Endereço de entrega corrigido. O cliente recebe um e-mail com o antigo e o novo.',
  notCorrected: 'O endereço não foi corrigido',
  notPossible: 'O endereço não pode mais ser corrigido: confira a situação.',
  unchanged: 'É o endereço que já está gravado',
  accountChanged: 'O cadastro do cliente mudou desde que a página foi aberta: confira o endereço',
  ofAccount: 'Usar o endereço atual do cadastro',
  invoiced:
    'Já há NF-e com o endereço anterior: veja com a contabilidade se é preciso uma carta de correção.',
} as const

export const deliveryLabels: Readonly<Record<string, string>> = {
  use: 'Novo endereço',
  reason: 'Motivo',
  'shipping.zip_code': 'CEP',
  'shipping.street': 'Rua',
  'shipping.number': 'Número',
  'shipping.complement': 'Complemento',
  'shipping.province': 'Bairro',
  'shipping.city': 'Cidade',
  'shipping.state': 'UF',
}
