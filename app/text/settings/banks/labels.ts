import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'

/** Texts by code. Codes without a text are displayed unchanged. */
export type Reasons = Readonly<Record<string, string>>

export type BankLabels = {
  name: string
  /** says which parts of a boleto number staff type, such as 'sem o convênio' */
  numberFormatHint: string
  reasons: Readonly<Record<CnabFormat, Reasons>>
  /** codes of occurrences, in both formats, that make a boleto impossible to pay */
  unpayableOccurrences: Reasons
  /** the bank's own names of agreement fields */
  fields?: Readonly<Record<string, string>>
  hints?: Readonly<Record<string, string>>
  isUntested?: true // the bank has not tested a file of the shop yet
}

/** Codes of FEBRABAN C044 for boletos that cannot be paid. */
export const febrabanUnpayable: Reasons = {
  '25': 'protestado e baixado',
  '53': 'título DDA recusado pela CIP',
}

/** Reasons of FEBRABAN C047 A, for CNAB 240 of banks without a list of their own. */
export const febrabanReasons: Reasons = {
  '01': 'código do banco inválido',
  '04': 'movimento não permitido para a carteira',
  '05': 'código de movimento inválido',
  '06': 'CPF ou CNPJ do beneficiário inválido',
  '07': 'agência ou conta inválida',
  '08': 'nosso número inválido',
  '09': 'nosso número repetido',
  '10': 'carteira inválida',
  '16': 'vencimento inválido',
  '17': 'vencimento anterior à emissão',
  '18': 'vencimento fora do prazo da operação',
  '20': 'valor do título inválido',
  '21': 'espécie do título inválida',
  '24': 'data de emissão inválida',
  '25': 'data de emissão posterior à entrada',
  '45': 'nome do pagador não informado',
  '46': 'CPF ou CNPJ do pagador inválido',
  '47': 'endereço do pagador não informado',
  '48': 'CEP inválido',
  '49': 'CEP sem praça de cobrança',
  '51': 'CEP incompatível com a UF',
  '60': 'título não cadastrado',
  '63': 'título já cadastrado',
  '86': 'seu número inválido',
}
