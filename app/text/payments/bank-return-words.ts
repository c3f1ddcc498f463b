import type { ReturnFault } from '#app/domain/charges/cnab/cnab-entry.ts'
import type { CnabBank, CnabFormat, OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { SlipFault } from '#app/domain/charges/cnab/cnab-slip.ts'

/** What a record of a return file means for the slip. */
export const meaningWords: Readonly<Record<OccurrenceMeaning, string>> = {
  settled: 'Pago',
  registered: 'Registrado',
  rejected: 'Registro recusado',
  'instruction-rejected': 'Instrução recusada',
  'written-off': 'Baixado',
  'due-date-changed': 'Vencimento alterado',
  reversed: 'Pagamento desfeito',
  other: 'Tarifa ou aviso',
  unknown: 'Código desconhecido',
}

/** Why a return file is refused, to stand after its line. */
export const returnFaultWords: Readonly<Record<ReturnFault['fault'], string>> = {
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
  count: 'a quantidade informada no registro final não confere',
  sum: 'o valor informado no registro final não confere',
}

/** Why a slip cannot go into a remittance file. */
export const slipFaultWords: Readonly<Record<SlipFault, string>> = {
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

type Reasons = Readonly<Record<string, string>>

// FEBRABAN C047 A, as Banco do Brasil and Bradesco use it in files of 240.
const febraban: Reasons = {
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

const itau: Reasons = {
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

const reasons: Readonly<Record<CnabFormat, Readonly<Record<CnabBank, Reasons>>>> = {
  240: { '001': febraban, '237': febraban, '341': itau },
  400: {
    '001': {
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
    '341': itau,
    '237': {
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

/** Why the bank refused a registration; a code without words is told as it is. */
export function rejectionReason(format: CnabFormat, bank: CnabBank, code: string): string {
  const known = reasons[format][bank]
  return Object.hasOwn(known, code) ? `${known[code]} (${code})` : `motivo ${code}, veja o manual do banco`
}
