import type { CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { AmountDue } from '#app/domain/charges/boleto-terms.ts'
import type { ReturnFault } from '#app/domain/charges/cnab/cnab-entry.ts'
import type { CnabFormat, OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { RemittanceReply } from '#app/domain/charges/cnab/cnab-reply.ts'
import { type LineOutcome, lineOutcomes, maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { formatAmountDue, formatDifference } from '#app/text/charges/terms-labels.ts'
import {
  getRejectionReason,
  meaningLabels,
  returnFaultLabels,
} from '#app/text/payments/bank-return-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'
import { getBankName } from '#app/text/settings/bank-labels.ts'
import { caixaPreCheck } from '#app/text/settings/banks/caixa.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

export const bankFileMessages = {
  none: 'Escolha um arquivo',
  empty: 'O arquivo está vazio',
  'too-long': `O arquivo passa de ${formatMegabytes(maxBankFileBytes)}`,
  'not-a-file': 'Não é um arquivo comum',
  otherContent: (id: number) =>
    `O retorno nº ${id} já é este arquivo do banco, com outro conteúdo. Nada foi guardado agora; confira com o banco qual vale.`,
  kept: 'Retorno lido. Confira o que vai acontecer e aplique.',
  known: 'Este arquivo já tinha sido enviado; este é o retorno dele.',
  otherAgreement:
    'Este arquivo não é do convênio que está nas configurações. Confira com o banco antes de aplicar.',
  doubtful: 'Os totais do registro final não conferem com as linhas do arquivo.',
  doubtAdvice:
    'O banco pode ter contado outra coisa, ou o arquivo pode ter sido cortado ou editado. Compare com o extrato antes de aplicar.',
  noReason: 'Diga por que o arquivo vale apesar dos totais',
  notVouchedFor: 'Confirme que o arquivo é da loja, ou não o aplique',
  replyUnknown: (sequence: number) =>
    `É a resposta do banco à remessa nº ${sequence}, que a loja não gerou neste convênio. Nada foi guardado.`,
  partlyAdvice:
    'Espere o retorno dos boletos que ele aceitou e aplique-o. Depois confirme aqui: só os outros voltam para a próxima remessa.',
  replyKnown: 'Esta resposta do banco já tinha sido lida.',
  gone: 'Arquivo apagado após o prazo fiscal',
  codesAdvice:
    'O banco mandou valor com um código que a loja não conhece, e nada foi pago por ele. Pergunte ao banco o que é. Se for pagamento, confirme o pagamento na página do pedido.',
  codesAnswered: 'Anotado: os códigos deste retorno foram conferidos.',
  codesAnsweredBefore: 'Os códigos deste retorno já tinham sido conferidos.',
  noAnswer: 'Escreva o que o banco respondeu',
  asked: 'O retorno está sendo aplicado.',
  askedBefore: 'O retorno já tinha sido aplicado antes; nada aconteceu de novo agora.',
}

export const replyLabels: Readonly<Record<RemittanceReply['outcome'], { text: string; tone: Tone }>> = {
  accepted: { text: 'Recebida pelo banco', tone: 'good' },
  'partly-accepted': { text: 'Aceita em parte', tone: 'bad' },
  rejected: { text: 'Recusada pelo banco', tone: 'bad' },
}

export function formatRemittanceReply({
  outcome,
  sequence,
}: Pick<RemittanceReply, 'outcome' | 'sequence'>): string {
  if (outcome === 'accepted')
    return `O banco recebeu a remessa nº ${sequence}. Os boletos ficam registrados com o próximo retorno.`
  const verb = outcome === 'rejected' ? 'recusou' : 'aceitou só em parte'
  return `O banco ${verb} a remessa nº ${sequence}. O que ele diz está em “Remessas”; em “Hoje” ela fica até ser resolvida.`
}

/** Returns the bank's message, then lines such as 'Linha 2, nosso número 140…: valor inválido (27)'. */
export function listReplyFaults({ note, errors }: Pick<RemittanceReply, 'note' | 'errors'>): string[] {
  const faults = errors.map(({ line, ourNumber, codes }) => {
    const reasons = codes.map((code) => {
      const reason = caixaPreCheck[code]
      return reason ? `${reason} (${code})` : `erro ${code}`
    })
    return `Linha ${line}, nosso número ${ourNumber}: ${reasons.join(', ') || 'sem código'}`
  })
  return [...note, ...faults]
}

/** Returns the first `max` lines such as 'Linha 3: …' and the number of others. */
export function listRefusalLines(faults: readonly ReturnFault[], max: number): string[] {
  const shownLines = faults.slice(0, max).map(({ line, fault, detail }) => {
    const detailText = detail.trim() === '' ? '' : ` (${detail.trim()})`
    return `Linha ${line}: ${returnFaultLabels[fault]}${detailText}`
  })
  const hiddenCount = faults.length - shownLines.length
  return hiddenCount > 0
    ? [...shownLines, hiddenCount === 1 ? 'E mais um erro' : `E mais ${hiddenCount} erros`]
    : shownLines
}

export const bankFileStates = {
  read: { text: 'Esperando conferência', tone: 'warn' },
  applying: { text: 'Sendo aplicado', tone: 'info' },
  applied: { text: 'Aplicado', tone: 'good' },
} as const

export const bankFileSources = { upload: 'Enviado pela equipe', folder: 'Da pasta de retornos' } as const

const outcomeLabels: Readonly<Record<LineOutcome, { plannedText: string; doneText: string; tone: Tone }>> = {
  'amount-differs': makeTimelessLabel('Valor diferente do boleto', 'bad'),
  double: makeTimelessLabel('Pagamento em dobro', 'bad'),
  'rejected-order': makeTimelessLabel('Pago, mas o pedido foi reprovado', 'bad'),
  'renewed-elsewhere': makeTimelessLabel('Pago, mas a unidade já foi renovada por outro pedido', 'bad'),
  'account-removed': makeTimelessLabel('Pago, mas a conta foi removida', 'bad'),
  unmatched: makeTimelessLabel('Pagamento sem boleto nosso', 'bad'),
  'boleto-differs': makeTimelessLabel('Pagamento que não confere com o boleto', 'bad'),
  reversed: makeTimelessLabel('Pagamento desfeito pelo banco', 'bad'),
  unknown: makeTimelessLabel('Código desconhecido', 'warn'),
  unpayable: makeTimelessLabel('Boleto que ninguém consegue pagar', 'bad'),
  rejected: makeTimelessLabel('Registro recusado pelo banco', 'bad'),
  'instruction-rejected': makeTimelessLabel('Instrução recusada pelo banco', 'warn'),
  late: {
    plannedText: 'Confirma o pedido, em atraso',
    doneText: 'Pedido confirmado em atraso',
    tone: 'warn',
  },
  confirmed: { plannedText: 'Confirma o pedido', doneText: 'Pedido confirmado', tone: 'good' },
  noted: {
    plannedText: 'Anota: o pedido já está pago',
    doneText: 'Anotado: o pedido já estava pago',
    tone: 'good',
  },
  registered: { plannedText: 'Registra o boleto', doneText: 'Boleto registrado', tone: 'good' },
  'written-off': { plannedText: 'Baixa o boleto', doneText: 'Boleto baixado', tone: 'info' },
  already: makeTimelessLabel('Já contado por outro arquivo', 'neutral'),
  unmoved: makeTimelessLabel('Nada muda no boleto', 'neutral'),
  'no-boleto': makeTimelessLabel('Aviso sem boleto nosso', 'neutral'),
  nothing: makeTimelessLabel('Tarifa ou aviso, sem efeito', 'neutral'),
}

function makeTimelessLabel(text: string, tone: Tone) {
  return { plannedText: text, doneText: text, tone }
}

/** Returns an outcome: before the file is applied in the future tense, then in the past tense. */
export function formatOutcome(outcome: LineOutcome, isApplied: boolean): { text: string; tone: Tone } {
  const { plannedText, doneText, tone } = outcomeLabels[outcome]
  return { text: isApplied ? doneText : plannedText, tone }
}

/** Returns an outcome's code for the filter in the address. Codes begin at 1. */
export const getOutcomeCode = (outcome: LineOutcome) => lineOutcomes.indexOf(outcome) + 1
export const getOutcomeByCode = (code: number | undefined) =>
  code === undefined ? undefined : lineOutcomes[code - 1]

type OutcomeCount = { outcome: LineOutcome; count: number }

/** Texts of outcomes, except those that change nothing. */
const effectTexts: readonly { outcomes: readonly LineOutcome[]; one: string; many: string }[] = [
  {
    outcomes: ['confirmed', 'late'],
    one: 'pedido é confirmado, e o comprador recebe o e-mail',
    many: 'pedidos são confirmados, e os compradores recebem o e-mail',
  },
  {
    outcomes: ['noted'],
    one: 'pagamento é anotado em pedido já pago',
    many: 'pagamentos são anotados em pedidos já pagos',
  },
  { outcomes: ['registered'], one: 'boleto fica registrado', many: 'boletos ficam registrados' },
  {
    outcomes: ['rejected'],
    one: 'boleto fica recusado e deixa de aparecer ao comprador, que recebe um e-mail; o pedido fica em Hoje',
    many: 'boletos ficam recusados e deixam de aparecer aos compradores, que recebem um e-mail; os pedidos ficam em Hoje',
  },
  { outcomes: ['written-off'], one: 'boleto é baixado', many: 'boletos são baixados' },
  {
    outcomes: ['amount-differs'],
    one: 'pagamento de outro valor precisa ser conferido; o comprador deixa de ver o boleto e lê que o pagamento está em conferência',
    many: 'pagamentos de outro valor precisam ser conferidos; os compradores deixam de ver o boleto e leem que o pagamento está em conferência',
  },
  {
    outcomes: ['double'],
    one: 'pagamento em dobro precisa ser conferido; na página do comprador nada muda',
    many: 'pagamentos em dobro precisam ser conferidos; nas páginas dos compradores nada muda',
  },
  {
    outcomes: ['unpayable'],
    one: 'boleto não pode mais ser pago e aparece em “Hoje” até o pedido ter outro',
    many: 'boletos não podem mais ser pagos e aparecem em “Hoje” até os pedidos terem outros',
  },
  {
    outcomes: ['renewed-elsewhere'],
    one: 'pagamento de unidade já renovada por outro pedido precisa ser conferido; o comprador não recebe e-mail',
    many: 'pagamentos de unidades já renovadas por outro pedido precisam ser conferidos; os compradores não recebem e-mail',
  },
  {
    outcomes: ['account-removed'],
    one: 'pagamento de conta removida precisa ser devolvido; ninguém recebe e-mail',
    many: 'pagamentos de contas removidas precisam ser devolvidos; ninguém recebe e-mail',
  },
  {
    outcomes: [
      'rejected-order',
      'unmatched',
      'boleto-differs',
      'reversed',
      'unknown',
      'instruction-rejected',
    ],
    one: 'linha precisa ser conferida, e nada é pago por ela',
    many: 'linhas precisam ser conferidas, e nada é pago por elas',
  },
]

/** Describes what applying the file will change. */
export function formatApplyingSummary(outcomeCounts: readonly OutcomeCount[]): string[] {
  return effectTexts.flatMap(({ outcomes: summedOutcomes, one, many }) => {
    const count = outcomeCounts
      .filter(({ outcome }) => summedOutcomes.includes(outcome))
      .reduce((total, outcomeCount) => total + outcomeCount.count, 0)
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}.`]
  })
}

type NamedBankFile = { bank: string; sequence: string; file_date: string | null }

/** Returns the name of a bank file: '…, arquivo 17 de 20/11/2026'. */
export function formatBankFileName({ bank, sequence, file_date: date }: NamedBankFile): string {
  const number = sequence.replace(/^0+/, '')
  return [
    getBankName(bank),
    `arquivo ${number || 'sem número'}${date ? ` de ${formatDate(date)}` : ''}`,
  ].join(', ')
}

/** Returns the code of a record and its meaning: '06, Pago'. */
export function formatOccurrence({
  occurrence,
  meaning,
}: {
  occurrence: string
  meaning: OccurrenceMeaning
}): string {
  return `${occurrence}, ${meaningLabels[meaning]}`
}

type ExplainedLine = {
  outcome: LineOutcome | null
  reasons: string
  paid: number | null
  boleto_value: number | null
  due: AmountDue | null
}

/** Explains a payment of another amount or a rejection; '' for other outcomes. */
export function formatOutcomeReason(
  { bank, format }: { bank: CnabBank; format: CnabFormat },
  { outcome, reasons, paid, boleto_value: value, due }: ExplainedLine,
): string {
  if (outcome === 'amount-differs' && value !== null && due !== null && paid !== null) {
    const owedText = due.total === value ? '' : `: devia ${formatAmountDue(due, value)}`
    return `${formatDifference(paid, due)}${owedText}`
  }
  if (outcome !== 'rejected' && outcome !== 'instruction-rejected') return ''
  return reasons
    .split(' ')
    .filter((code) => code !== '')
    .map((code) => getRejectionReason(format, bank, code))
    .join('; ')
}

export const refusedLineLabels = {
  rejected: 'Registro recusado',
  'instruction-rejected': 'Instrução recusada',
  unpayable: 'Ninguém consegue pagá-lo',
  unknown: 'Código desconhecido, com valor',
} as const
