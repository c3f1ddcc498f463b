import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { type Lane, lanes } from '#app/domain/platform/lane.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { undeliveredDays } from '#app/domain/reports/report-limits.ts'
import type { PromisedWork } from '#app/models/reports/promised-work.server.ts'
import { paths } from '#app/paths.ts'
import { promisedTasks } from '#app/routes/admin/promised-tasks.ts'
import { type NeedlessInvoices, needlessInvoiceTasks } from '#app/routes/admin/todays-invoices.ts'
import { type MoneyOwed, owedTasks } from '#app/routes/admin/todays-refunds.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { formatLanes } from '#app/text/platform/job-labels.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'

type Work = {
  photos: { count: number; late: number }
  withdrawals: { count: number; oldest: { id: number; orderId: number } | null }
  owed: MoneyOwed
  shipments: { count: number; copies: number; hasMore: boolean }
  payments: number
  /** of the gateway */
  events: number
  /** orders whose boleto nobody can pay (D135) */
  unpayable: { count: number; oldest: number | null }
  /** orders whose invoice was refused, or has no answer (D145) */
  invoices: Record<'refused' | 'unanswered', { count: number; oldest: number | null }>
  /** in force, of orders that are no longer paid (D155) */
  needlessInvoices: NeedlessInvoices
  ending: number
  mails: { refused: number; returned: number }
  tasks: number
  /** maybe done before a restore (D112) */
  uncertain: number
  silentLanes: readonly Lane[]
  hasWorkers: boolean
  /** of the administrators alone */
  backup: Date | 'none' | null
  /** in words to customers (D151) */
  promised: PromisedWork
}
type Rules = { today: CivilDate; week: Period; reviewHours: number }
export type Task = { key: string; text: string; act: { href: string; label: string }; isUrgent: boolean }

/** In the order they are to be done: what is broken, who waits longest, then the usual work. */
export function todaysTasks(work: Work, { today, week, reviewHours }: Rules): Task[] {
  const {
    photos,
    withdrawals,
    shipments,
    payments,
    events,
    unpayable,
    invoices,
    needlessInvoices,
    ending,
    mails,
    tasks,
    silentLanes,
    hasWorkers,
    backup,
    uncertain,
    promised,
  } = work
  const { oldest } = withdrawals
  const ask = (key: string, count: number, task: Omit<Task, 'key' | 'isUrgent'>, isUrgent = false) =>
    count > 0 ? [{ key, ...task, isUrgent }] : []
  const worker = {
    text: formatSilence(silentLanes, hasWorkers),
    act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
  }
  const copy = {
    text:
      backup instanceof Date
        ? `A última cópia de segurança é de ${formatDateTime(backup)}`
        : 'Nenhuma cópia de segurança foi registrada',
    act: { href: `${paths.admin.helpPage('hoje')}#problemas`, label: 'Ver o que fazer' },
  }
  return [
    ...ask('worker', silentLanes.length, worker, true),
    ...ask(
      'uncertain',
      uncertain,
      {
        text: `Depois da recuperação: ${counted(uncertain, 'tarefa talvez já feita', 'tarefas talvez já feitas')}`,
        act: { href: `${paths.admin.jobs()}#recuperacao`, label: 'Decidir' },
      },
      true,
    ),
    ...ask('backup', Number(backup !== null), copy, true),
    ...ask(
      'unpayable',
      unpayable.count,
      {
        text: `${counted(unpayable.count, 'pedido', 'pedidos')} com boleto que, diz o banco, ninguém consegue pagar`,
        act: oldestOrder(unpayable, paths.admin.boletos()),
      },
      true,
    ),
    ...needlessInvoiceTasks(needlessInvoices),
    ...promisedTasks(promised),
    ...ask(
      'refused',
      invoices.refused.count,
      {
        text: `${counted(invoices.refused.count, 'pedido', 'pedidos')} com nota fiscal recusada`,
        act: oldestOrder(invoices.refused),
      },
      true,
    ),
    ...ask(
      'unanswered',
      invoices.unanswered.count,
      {
        text: `${counted(invoices.unanswered.count, 'pedido', 'pedidos')} com nota fiscal há mais de um dia sem resposta`,
        act: oldestOrder(invoices.unanswered),
      },
      true,
    ),
    ...ask(
      'photos',
      photos.count,
      {
        text: `${counted(photos.count, 'pedido', 'pedidos')} com foto em análise${photos.late > 0 ? `, ${photos.late} há mais de ${reviewHours} h` : ''}`,
        act: { href: paths.admin.review(), label: 'Analisar' },
      },
      photos.late > 0,
    ),
    ...ask('withdrawals', oldest ? withdrawals.count : 0, {
      text: counted(withdrawals.count, 'desistência sem resposta', 'desistências sem resposta'),
      act: {
        href: oldest ? paths.admin.orderWithdrawal(oldest.orderId, oldest.id) : paths.admin.orders(),
        label: 'Responder à mais antiga',
      },
    }),
    ...owedTasks(work.owed, today),
    ...ask('payments', payments, {
      text: counted(payments, 'recebimento a conferir', 'recebimentos a conferir'),
      act: { href: paths.admin.payments(), label: 'Conferir' },
    }),
    ...ask('events', events, {
      text: counted(events, `aviso ${gatewayLabels.of} a conferir`, `avisos ${gatewayLabels.of} a conferir`),
      act: { href: paths.admin.payments(), label: 'Conferir' },
    }),
    ...ask('shipments', shipments.count, {
      text: `${shipments.hasMore ? 'Mais de ' : ''}${counted(shipments.copies, 'exemplar aguarda envio', 'exemplares aguardam envio')}, em ${counted(shipments.count, 'volume', 'volumes')}`,
      act: { href: paths.admin.waiting(), label: 'Preparar expedições' },
    }),
    ...ask('ending', ending, {
      text: counted(ending, 'assinatura vence nesta semana', 'assinaturas vencem nesta semana'),
      act: { href: paths.admin.report('expired_signatures', { ...week }), label: 'Ver quais' },
    }),
    ...ask('mails', mails.refused, {
      text: `${counted(mails.refused, 'e-mail recusado', 'e-mails recusados')} nos últimos ${undeliveredDays} dias`,
      act: { href: `${paths.admin.mails()}?status=2`, label: 'Ver os e-mails' },
    }),
    ...ask('returned', mails.returned, {
      text: `${counted(mails.returned, 'e-mail devolvido', 'e-mails devolvidos')} nos últimos ${undeliveredDays} dias`,
      act: { href: `${paths.admin.mails()}?status=5`, label: 'Ver os e-mails' },
    }),
    ...ask('tasks', tasks, {
      text: counted(tasks, 'tarefa com problema', 'tarefas com problema'),
      act: { href: paths.admin.jobs(), label: 'Ver as tarefas' },
    }),
  ]
}

function oldestOrder(orders: { count: number; oldest: number | null }, without = paths.admin.orders()) {
  return {
    href: orders.oldest === null ? without : paths.admin.order(orders.oldest),
    label: orders.count === 1 ? 'Ver o pedido' : 'Ver o mais antigo',
  }
}

function formatSilence(silent: readonly Lane[], hasWorkers: boolean): string {
  if (silent.length < lanes.length) return `Nenhum trabalhador cuida de: ${formatLanes(silent)}`
  return hasWorkers
    ? 'Nenhum trabalhador alcança as filas: boletos e e-mails não saem'
    : 'Nenhum trabalhador responde: boletos e e-mails não saem'
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('pt-BR')} ${count === 1 ? one : many}`
}
