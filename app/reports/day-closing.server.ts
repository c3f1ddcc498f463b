import { type PaymentWay, paymentWays } from '#app/domain/payments/payment-way.ts'
import { addDays, type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import {
  type ClosingRow,
  type ClosingTotals,
  type DayClosingFilter,
  dayClosing,
} from '#app/models/reports/day-closing.server.ts'
import { paths } from '#app/paths.ts'
import { clientName } from '#app/text/accounts/client-labels.ts'
import { paymentProblems, paymentResolutions } from '#app/text/payments/payment-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { accountLabel, closingLabels, receivedBy } from '#app/text/reports/day-closing-labels.ts'
import { defineSheet, type FilterField, type SheetTotal } from './sheet.server.ts'

const slug = 'day_closing'
const ways = Object.keys(paymentWays).filter(isWay)

/** D134; the sums are those of payments and refunds, to the centavo. */
export const dayClosingSheet = defineSheet<DayClosingFilter, ClosingRow, ClosingTotals>({
  slug,
  title: closingLabels.title,
  noun: { one: 'lançamento', many: 'lançamentos' },
  report: dayClosing,
  page: { windowTitle: closingLabels.title, hint: closingLabels.hint, asks: { as: 'form' } },
  ask(params, today) {
    const sent = params.get('day')?.trim() || today
    const day = parseCivilDate(sent)
    const errors = day === null ? [closingLabels.wrongDay] : day > today ? [closingLabels.future] : undefined
    const field: FilterField = { kind: 'day', name: 'day', label: 'Dia', value: day ?? sent }
    return {
      fields: [errors ? { ...field, errors } : field],
      filter: day === null || errors ? undefined : { day, today },
    }
  },
  lead: ({ day }) => `Em ${formatDate(day)}.`,
  note: closingLabels.note,
  steps: ({ day, today }) => [
    { href: hrefOf(addDays(day, -1)), label: closingLabels.before },
    ...(day < today ? [{ href: hrefOf(addDays(day, 1)), label: closingLabels.after }] : []),
  ],
  fileName: ({ day }) => `fechamento_${day}`,
  empty: ({ day }) => `Nada foi vendido, recebido ou reembolsado em ${formatDate(day)}.`,
  columns: [
    { key: 'account', label: 'Conta', inHeading: true, value: ({ account }) => accountLabel(account) },
    {
      key: 'order',
      label: 'Pedido',
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => (orderId === null ? null : paths.admin.order(orderId)),
    },
    {
      key: 'client',
      label: 'Cliente',
      value: ({ name, ...row }) => (name === null ? null : clientName({ ...row, name })),
      href: ({ profileId }) => (profileId === null ? null : paths.admin.client(profileId)),
    },
    { key: 'nfe', label: 'NF', kind: 'code', value: ({ nfe }) => nfe },
    { key: 'nfe_key', label: 'Chave da NF-e', kind: 'key', value: ({ nfeKey }) => nfeKey },
    {
      key: 'payment',
      label: 'Recebimento',
      kind: 'number',
      value: ({ paymentId }) => paymentId,
      href: ({ paymentId }) => (paymentId === null ? null : paths.admin.payment(paymentId)),
    },
    { key: 'remark', label: 'Observação', value: remarkOf },
    { key: 'value', label: 'Valor', kind: 'money', value: ({ value }) => value },
    { key: 'fee', label: 'Tarifa', kind: 'money', value: ({ fee }) => fee },
    {
      key: 'net',
      label: 'Líquido',
      kind: 'money',
      value: ({ value, fee }) => (fee === null ? null : value - fee),
    },
    { key: 'credited', label: 'Creditado em', kind: 'date', value: ({ creditedOn }) => creditedOn },
  ],
  rowKey: ({ part, id }) => `${part}-${id}`,
  groupOf: ({ account }) => ({ key: account, label: accountLabel(account) }),
  totals: totalsOf,
})

function hrefOf(day: CivilDate): string {
  return paths.admin.report(slug, { day })
}

function isWay(name: string): name is PaymentWay {
  return name in paymentWays
}

function remarkOf({ problem, resolution, document }: ClosingRow): string | null {
  if (document) return document
  if (problem === null || problem === 'reversed') return null
  return resolution
    ? `${paymentProblems[problem]}: ${paymentResolutions[resolution]}`
    : paymentProblems[problem]
}

function totalsOf({ accounts }: ClosingTotals): SheetTotal[] {
  const value = (account: keyof typeof accounts) => accounts[account]?.value ?? 0
  const money = (label: string, centavos: number): SheetTotal => ({ label, kind: 'money', value: centavos })
  const received = ways.reduce((sum, way) => sum + value(way), 0)
  const fees = Object.values(accounts).reduce((sum, { fee }) => sum + fee, 0)
  const kept = received - value('refund') + value('refund-reversed') - value('chargeback')
  const invoiced = accounts.sold?.invoiced ?? 0
  return [
    { label: closingLabels.sold, kind: 'count', value: accounts.sold?.count ?? 0 },
    money(closingLabels.soldValue, value('sold')),
    money(closingLabels.invoiced, invoiced),
    money(closingLabels.notInvoiced, value('sold') - invoiced),
    ...ways.flatMap((way) => (accounts[way] ? [money(receivedBy(way), value(way))] : [])),
    money(closingLabels.received, received),
    money(closingLabels.refund, value('refund')),
    ...(accounts['refund-reversed'] ? [money(closingLabels.refundReversed, value('refund-reversed'))] : []),
    money(closingLabels.chargeback, value('chargeback')),
    money(closingLabels.kept, kept),
    money(closingLabels.fees, fees),
    money(closingLabels.net, kept - fees),
    money(closingLabels.toCome, value('to-come')),
  ]
}
