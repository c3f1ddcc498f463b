import { formatHistoryAddress } from '#app/text/accounts/address-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'

export const payerTexts = {
  title: 'Dados de cobrança',
  corrected: 'Dados de cobrança corrigidos. O cliente recebe um e-mail com o antes e o depois.',
  notCorrected: 'Os dados não foram corrigidos',
  notPossible:
    'Os dados de cobrança não podem mais ser corrigidos: o pedido foi cancelado ou já tem nota fiscal. Cancele a nota, ou mande uma carta de correção.',
  unchanged: 'São os dados que já estão gravados',
  underWay: 'O boleto está sendo gerado com os dados de antes: tente de novo em um minuto',
  effects: {
    boleto:
      'O boleto em aberto acompanha: se o banco ainda não o conhece, é o mesmo com os dados novos; senão, é cancelado e sai outro.',
    account: 'O cadastro do cliente não muda.',
    delivery: 'A entrega continua no endereço de antes; corrija-a à parte, se também estiver errada.',
    invoiced:
      'Já há NF-e com os dados anteriores: veja com a contabilidade se é preciso uma carta de correção.',
  },
} as const

export const payerLabels: Readonly<Record<string, string>> = {
  payer_name: 'Nome',
  payer_document: 'CPF ou CNPJ',
  billing: 'Endereço de cobrança',
}

export const payerFieldLabels: Readonly<Record<string, string>> = {
  payer_name: 'Nome',
  payer_document: 'CPF ou CNPJ',
  'billing.zip_code': 'CEP',
  'billing.street': 'Rua',
  'billing.number': 'Número',
  'billing.complement': 'Complemento',
  'billing.province': 'Bairro',
  'billing.city': 'Cidade',
  'billing.state': 'UF',
  reason: 'Motivo',
}

export function formatPayerText(field: string, text: string): string {
  if (field === 'billing') return formatHistoryAddress(text)
  return field === 'payer_document' ? formatDocument(text) : text
}

/** Texts that tell the buyer what replaces the earlier boleto. */
export const boletoAfterTexts = {
  replaced: 'O boleto de antes não vale mais: outro, com os dados certos, segue em outra mensagem.',
  'registered-again':
    'O boleto vai de novo ao banco, com os dados certos. Avisaremos por e-mail quando ele puder ser pago.',
  'printed-again': 'O boleto já traz os dados certos, e o código para pagar continua o mesmo.',
  'issued-again': 'O boleto segue em outra mensagem.',
} as const

/** Texts that record for staff what replaced the earlier boleto. */
export const boletoAfterNotes: Readonly<Record<string, string>> = {
  replaced: 'outro emitido',
  'registered-again': 'vai de novo na próxima remessa',
  'printed-again': 'o mesmo, com os dados novos',
  'issued-again': 'pedido de novo',
}
