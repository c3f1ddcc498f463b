import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { BoletoFault } from '#app/domain/charges/cnab/cnab-boleto-faults.ts'
import type { ReturnFault } from '#app/domain/charges/cnab/cnab-entry.ts'
import type { CnabFormat, OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

export const meaningLabels: Readonly<Record<OccurrenceMeaning, string>> = {
  settled: 'Pago',
  registered: 'Registrado',
  rejected: 'Registro recusado',
  'instruction-rejected': 'Instrução recusada',
  'written-off': 'Baixado',
  'due-date-changed': 'Vencimento alterado',
  reversed: 'Pagamento desfeito',
  unpayable: 'Ninguém consegue pagar',
  other: 'Tarifa ou aviso',
  unknown: 'Código desconhecido',
}

/** Texts that complete 'Linha 3: …'. */
export const returnFaultLabels: Readonly<Record<ReturnFault['fault'], string>> = {
  empty: 'o arquivo está vazio',
  'record-length': 'o registro não tem 240 nem 400 posições, ou não tem o tamanho dos outros',
  'not-a-return': 'o arquivo não é um retorno de cobrança',
  'unknown-bank': 'o arquivo é de um banco que não atendemos',
  'wrong-bank': 'o registro é de outro banco',
  'unknown-record': 'o tipo do registro não é esperado aqui',
  sequence: 'a numeração dos registros está quebrada',
  'unpaired-segment': 'falta o segmento T ou U deste título',
  'unreadable-field': 'um campo não pode ser lido',
  'trailer-missing': 'falta o registro final; o arquivo pode estar cortado',
  'record-missing': 'o arquivo tem menos registros do que o banco escreveu; peça-o de novo ao banco',
  count: 'a quantidade informada no registro final não confere',
  sum: 'o valor informado no registro final não confere',
}

export const boletoFaultLabels: Readonly<Record<BoletoFault, string>> = {
  'our-number': 'nosso número inválido',
  'document-number': 'número do documento inválido',
  'document-date': 'data do documento inválida',
  'due-date': 'vencimento inválido ou anterior ao documento',
  value: 'valor inválido',
  'payer-document': 'CPF ou CNPJ do pagador inválido',
  'payer-name': 'nome do pagador em branco',
  'payer-address': 'endereço do pagador em branco',
  'payer-city': 'cidade do pagador em branco',
  'payer-state': 'UF do pagador inválida',
  'payer-cep': 'CEP do pagador inválido',
}

export function getRejectionReason(format: CnabFormat, bank: CnabBank, code: string): string {
  const knownReasons = bankTexts[bank].reasons[format]
  return Object.hasOwn(knownReasons, code)
    ? `${knownReasons[code]} (${code})`
    : `motivo ${code}, veja o manual do banco`
}
