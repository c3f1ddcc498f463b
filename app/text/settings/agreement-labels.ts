import type { AgreementFieldName } from '#app/domain/charges/banks/agreement-fields.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'
import type { HistoryLabels } from '#app/text/settings/field-labels.ts'

/** Fields of the agreement, and the next number, which is on the same page and in its history. */
export type AgreementPart = AgreementFieldName | 'nextRemittance' | 'nextNumber'

export const bankLabel = 'Banco'

/** Labels by field, which a bank may replace. Fields with a hint are optional. */
export const agreementLabels: Readonly<Record<AgreementPart, { label: string; hint?: string }>> = {
  agencyPrinted: { label: 'Agência no boleto' },
  accountPrinted: { label: 'Conta no boleto' },
  agreement: { label: 'Convênio' },
  wallet: { label: 'Carteira' },
  agency: { label: 'Agência (4 números, sem dígito)' },
  account: { label: 'Conta (sem dígito)' },
  variation: { label: 'Variação da carteira (3 números)', hint: 'Só para o arquivo de remessa.' },
  companyCode: { label: 'Código da empresa no banco', hint: 'Só para o arquivo de remessa.' },
  unit: { label: 'Posto' },
  accountDigit: { label: 'Dígito da conta', hint: 'Só para o arquivo de remessa.' },
  agreedDays: {
    label: 'Dias para pagar depois do vencimento',
    hint: 'Os do contrato, até o banco baixar o boleto: a remessa não os leva. O boleto diz até quando pode ser pago. Vazio: até o vencimento.',
  },
  format: {
    label: 'Formato da remessa',
    hint: 'O combinado com o banco, se for sempre o mesmo. Em CNAB 240, um boleto com juros abaixo de um centavo por dia leva a taxa ao mês. Vazio: escolhe-se em cada remessa, e esse boleto sai sem juros.',
  },
  nextRemittance: {
    label: 'Próxima remessa',
    hint: 'Se o banco já recebeu remessas de outro programa, o número da próxima. Senão, deixe vazio.',
  },
  nextNumber: {
    label: 'Próximo nosso número',
    hint: 'O primeiro que ninguém usou, se o convênio já teve boletos de outro programa. Vazio: continua de onde está.',
  },
}

const labelsByField: Readonly<Record<string, { label: string }>> = {
  ...agreementLabels,
  bank: { label: bankLabel },
}

export const agreementHistory: HistoryLabels = {
  label: (field) => labelsByField[field]?.label ?? field,
  value: (field, text) => (field === 'bank' ? getBankName(text) : text),
}
