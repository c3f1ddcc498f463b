import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod, type Period } from '#app/domain/platform/period.ts'
import {
  type ClosingRow,
  type ClosingTotals,
  type DayClosingFilter,
  dayClosing,
  listClosingDays,
} from '#app/models/reports/day-closing.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { paymentProblems, paymentResolutions } from '#app/text/payments/payment-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { listClosingTotals } from '#app/text/reports/closing-lines.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { closingLabels, getAccountLabel } from '#app/text/reports/day-closing-labels.ts'
import { getClosingUnit, getMonthUpTo, parseClosing } from './closing-period.ts'
import { summariseDays } from './closing-sums.ts'
import { formatPeriod, formatPeriodFileName } from './period-filter.ts'
import { defineSheet, type SheetStep } from './sheet.server.ts'

const slug = 'day_closing'

/** The closing of a day (D134). Its sums equal those of payments and refunds exactly. */
export const dayClosingSheet = defineSheet<DayClosingFilter, ClosingRow, ClosingTotals>({
  slug,
  title: closingLabels.title,
  noun: { one: 'lançamento', many: 'lançamentos' },
  report: dayClosing,
  page: {
    windowTitle: closingLabels.title,
    hint: closingLabels.hint,
    listSteps: (today) => [
      { href: formatPeriodHref(getMonthUpTo(today, today)), label: closingLabels.titles.month },
    ],
    asks: { as: 'form' },
  },
  heading: (filter) => closingLabels.titles[getClosingUnit(filter, filter.today)],
  parseFilter(params, today) {
    const { fields, period } = parseClosing(params, today)
    return { fields, filter: period && { ...period, today } }
  },
  lead: (filter) => `${formatPeriod(filter)}.`,
  note: closingLabels.note,
  steps: listSteps,
  fileName: (filter) => `fechamento_${formatPeriodName(filter)}`,
  empty: ({ start, end }) =>
    start === end
      ? `Nada foi vendido, recebido ou reembolsado em ${formatDate(start)}.`
      : `Nada foi vendido, recebido ou reembolsado de ${formatDate(start)} a ${formatDate(end)}.`,
  isLedger: true,
  async summary(filter, reader) {
    return filter.start === filter.end
      ? undefined
      : summariseDays(await listClosingDays(filter, reader), slug)
  },
  columns: [
    {
      key: 'account',
      label: columnNames.entry,
      inHeading: true,
      value: ({ account }) => getAccountLabel(account),
    },
    { key: 'day', label: columnNames.day, kind: 'date', value: ({ day }) => day },
    {
      key: 'order',
      label: columnNames.order,
      kind: 'number',
      isHeader: true,
      value: ({ orderId }) => orderId,
      href: ({ orderId }) => (orderId === null ? null : paths.admin.order(orderId)),
    },
    {
      key: 'client',
      label: columnNames.client,
      value: ({ name, ...row }) => (name === null ? null : getClientName({ ...row, name })),
      href: ({ profileId }) => (profileId === null ? null : paths.admin.client(profileId)),
    },
    { key: 'nfe', label: columnNames.nfe, kind: 'code', value: ({ nfe }) => nfe },
    { key: 'nfe_key', label: columnNames.nfeKey, kind: 'key', value: ({ nfeKey }) => nfeKey },
    {
      key: 'payment',
      label: columnNames.payment,
      kind: 'number',
      value: ({ paymentId }) => paymentId,
      href: ({ paymentId }) => (paymentId === null ? null : paths.admin.payment(paymentId)),
    },
    { key: 'remark', label: columnNames.remark, value: findRemark },
    { key: 'value', label: columnNames.value, kind: 'money', value: ({ value }) => value },
    { key: 'fee', label: columnNames.fees, kind: 'money', value: ({ fee }) => fee },
    {
      key: 'net',
      label: columnNames.net,
      kind: 'money',
      value: ({ value, fee }) => (fee === null ? null : value - fee),
    },
    { key: 'credited', label: columnNames.creditedOn, kind: 'date', value: ({ creditedOn }) => creditedOn },
  ],
  rowKey: ({ part, id }) => `${part}-${id}`,
  getGroup: ({ account }) => ({ key: account, label: getAccountLabel(account) }),
  totals: ({ accounts }: ClosingTotals) => listClosingTotals(accounts),
})

function listSteps({ start, end, today }: DayClosingFilter): SheetStep[] {
  const unit = getClosingUnit({ start, end }, today)
  const monthStep = { href: formatPeriodHref(getMonthUpTo(end, today)), label: closingLabels.monthOfDay }
  if (unit === 'day')
    return [
      { href: formatDayHref(addDays(start, -1)), label: closingLabels.dayBefore },
      ...(start < today ? [{ href: formatDayHref(addDays(start, 1)), label: closingLabels.dayAfter }] : []),
      monthStep,
    ]
  const todayStep = { href: formatDayHref(today), label: closingLabels.today }
  if (unit === 'own') return [monthStep, todayStep]
  const nextMonthStart = addDays(getMonthPeriod(start).end, 1)
  return [
    { href: formatPeriodHref(getMonthPeriod(addDays(start, -1))), label: closingLabels.monthBefore },
    ...(nextMonthStart <= today
      ? [{ href: formatPeriodHref(getMonthUpTo(nextMonthStart, today)), label: closingLabels.monthAfter }]
      : []),
    todayStep,
  ]
}

function formatDayHref(day: CivilDate): string {
  return paths.admin.report(slug, { day })
}

function formatPeriodHref(period: Period): string {
  return paths.admin.report(slug, period)
}

/** Returns '2026-11-23', '2026-11' for a whole month, or '2026-11-05_2026-11-12'. */
function formatPeriodName({ start, end }: Period): string {
  if (start === end) return start
  return end === getMonthPeriod(start).end && start === getMonthPeriod(start).start
    ? start.slice(0, 7)
    : formatPeriodFileName({ start, end })
}

function findRemark({ problem, resolution, document }: ClosingRow): string | null {
  if (document) return document
  if (problem === null || problem === 'reversed') return null
  return resolution
    ? `${paymentProblems[problem]}: ${paymentResolutions[resolution]}`
    : paymentProblems[problem]
}
