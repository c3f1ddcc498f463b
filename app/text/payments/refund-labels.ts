import type { MoneyBack } from '#app/domain/orders/money-back.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

const conjunctionFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' })

type ReturnedAmount = { value: Centavos; on: CivilDate; kind: 'refund' | 'chargeback' }

export const moneyBackLabels = {
  done: 'Reembolsado',
  partly: 'Reembolsado em parte',
  withoutRefunded: 'Sem o reembolsado',
  totalWithoutRefunded: 'Total sem o reembolsado',
  record: 'Registrar reembolso',
  unitsKept: {
    title: 'Reembolsado por inteiro, e o pedido continua valendo',
    text: 'Se é uma cortesia, não há o que fazer. Se não é, cancele o pedido: nada mais é enviado, e as assinaturas e os downloads são suspensos.',
  },
  nothingLeft: 'Não há dinheiro recebido a reembolsar.',
  willBeRecordedAsRefund: (hasOrder: boolean) =>
    `Fica registrado como reembolso${hasOrder ? ', e o cliente recebe um e-mail' : ''}. Isto não pode ser corrigido depois.`,
  /** texts about refunds that staff recorded and neither bank nor gateway has reported entirely */
  staffRecorded: {
    list: (values: readonly Centavos[]) =>
      `${values.length === 1 ? 'Já registrado, e ainda não informado por inteiro' : 'Já registrados, e ainda não informados por inteiro'}: ${conjunctionFormat.format(values.map(formatReais))}. Esta saída é parte disso ou é outro reembolso?`,
    partNote:
      'Se for parte do que já foi registrado, nada é registrado de novo e o cliente não recebe outro e-mail. Isto não pode ser corrigido depois.',
    confirmOther: 'Este é outro reembolso? Se for, marque para confirmar',
  },
  otherRefundCheckbox: 'Sim, este é outro reembolso',
  /** texts about refunds that bank or gateway reported */
  bankReported: {
    confirmOther: (values: readonly Centavos[]) =>
      `Já ${values.length === 1 ? 'informado' : 'informados'}: ${conjunctionFormat.format(values.map(formatReais))}. Este é outro? Se for, marque para confirmar`,
  },
  confirmOtherMonth: (day: CivilDate) =>
    `${formatDate(day)} não é deste mês, e o fechamento daquele dia muda. Confira e marque para confirmar`,
} as const

/** Returns a refund as text: 'R$ 157,10 em 25/11/2026'. */
export function formatReturnedAmount({ value, on }: Pick<ReturnedAmount, 'value' | 'on'>): string {
  return `${formatReais(value)} em ${formatDate(on)}`
}

export function getReturnedLabel({ kind }: Pick<ReturnedAmount, 'kind'>): string {
  return kind === 'refund' ? moneyBackLabels.done : 'Estornado'
}

/** Returns the tag next to an order's status; null if nothing was refunded. */
export function getRefundTag({ total, returned }: { total: Centavos; returned: Centavos }) {
  if (returned === 0) return null
  return { text: returned < total ? moneyBackLabels.partly : moneyBackLabels.done, tone: 'warn' as const }
}

/**
 * Returns a sum as text:
 * 'publicações R$ 79,10 + frete e outros R$ 24,90 − já reembolsado ou encerrado R$ 10,00'.
 */
export function formatMoneyBack({
  goods,
  remainder,
  returned,
}: Pick<MoneyBack, 'goods' | 'remainder' | 'returned'>): string {
  const parts = [
    `publicações ${formatReais(goods)}`,
    ...(remainder > 0 ? [`frete e outros ${formatReais(remainder)}`] : []),
  ]
  return `${parts.join(' + ')}${returned > 0 ? ` − já reembolsado ou encerrado ${formatReais(returned)}` : ''}`
}
