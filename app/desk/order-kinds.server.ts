import { formatPlural, linkToOldest, type WorkKind } from '#app/desk/kind.ts'
import { contactAnswerDays } from '#app/domain/accounts/lifetimes.ts'
import { maxAnswerMs } from '#app/domain/orders/invoices/invoice.ts'
import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { withdrawalAnswerDays } from '#app/domain/orders/withdrawal.ts'
import { getWeekFrom } from '#app/domain/platform/period.ts'
import {
  findNeedlessInvoice,
  findOrderOfWithdrawal,
  selectEndingUnits,
  selectMissingInvoices,
  selectNeedlessInvoices,
  selectOpenFreights,
  selectOpenMessages,
  selectOpenWithdrawals,
  selectOrdersInReview,
  selectRefusedInvoices,
  selectReturnedShipments,
  selectSuspendedRenewals,
  selectUnansweredInvoices,
  selectWaitingCopies,
} from '#app/models/backoffice/waiting-work/order-work.server.ts'
import { listProposedShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import { paths } from '#app/paths.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const HOUR_MS = 3_600_000
/**
 * The usual hours within which an invoice can be cancelled. Used while the fiscal settings contain no term.
 */
const USUAL_INVOICE_HOURS = 24

export const needlessKind: WorkKind = {
  name: 'needless-invoices',
  records: ({ now, invoiceHours }) => selectNeedlessInvoices(now, invoiceHours ?? USUAL_INVOICE_HOURS),
  async show({ count, id }, { now, invoiceHours }) {
    const invoice = await findNeedlessInvoice(now, invoiceHours ?? USUAL_INVOICE_HOURS)
    const { orderId, end: cancellationEnd } = invoice ?? { orderId: id, end: null }
    const invoices = formatPlural(
      count,
      'nota fiscal em vigor de pedido cancelado',
      'notas fiscais em vigor de pedidos cancelados',
    )
    const act = {
      href: paths.admin.order(orderId),
      label: count === 1 ? 'Ver o pedido' : 'Ver o mais antigo',
    }
    return { text: `${invoices}: ${formatCancellationTerm(cancellationEnd, now)}`, act }
  },
  order: 'first',
  by: 'staff',
  mailAfterHours: 4,
  deadlines: [],
}

function formatCancellationTerm(end: Date | null, now: Date): string {
  if (end === null) return 'cancele na prefeitura'
  if (end < now) return 'o prazo de cancelamento terminou, fale com o contador'
  const remainingHours = Math.floor((end.getTime() - now.getTime()) / HOUR_MS)
  const remainingTime = remainingHours < 1 ? 'falta menos de 1 h' : `restam ${remainingHours} h`
  return `cancele até ${formatDateTime(end)}, ${remainingTime}`
}

/** Kinds of invoices, in the sequence of the page. */
export const invoiceKinds: readonly WorkKind[] = [
  {
    name: 'refused-invoices',
    records: selectRefusedInvoices,
    show: (waitingRecords) => ({
      text: `${formatPlural(waitingRecords.count, 'pedido', 'pedidos')} com nota fiscal recusada`,
      act: linkToOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'first',
    by: 'staff',
    mailAfterHours: 24,
    deadlines: [],
  },
  {
    name: 'unanswered-invoices',
    records: ({ now }) => selectUnansweredInvoices(new Date(now.getTime() - maxAnswerMs)),
    show: (waitingRecords) => ({
      text: `${formatPlural(waitingRecords.count, 'pedido', 'pedidos')} com nota fiscal há mais de um dia sem resposta`,
      act: linkToOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'first',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: [],
  },
  {
    name: 'missing-invoices',
    records: ({ today, invoiceHours }) => (invoiceHours === null ? null : selectMissingInvoices(today)),
    show: (waitingRecords) => ({
      text: `${formatPlural(waitingRecords.count, 'pedido enviado', 'pedidos enviados')} sem nota fiscal`,
      act: linkToOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'first',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: ['Nota fiscal: vamos emitir '],
  },
]

export const customerKinds: readonly WorkKind[] = [
  {
    name: 'photos',
    records: selectOrdersInReview,
    show({ count, late: lateCount }) {
      const lateText = lateCount > 0 ? `, ${lateCount} há mais de ${reviewHours} h` : ''
      return {
        text: `${formatPlural(count, 'pedido', 'pedidos')} com foto em análise${lateText}`,
        act: { href: paths.admin.review(), label: 'Analisar' },
      }
    },
    order: 'late',
    term: { hours: reviewHours },
    section: 'orders',
    by: 'staff',
    // The mail leaves staff four hours for the review.
    mailAfterHours: reviewHours - 4,
    deadlines: ['amos conferir '],
  },
  {
    name: 'withdrawals',
    records: selectOpenWithdrawals,
    async show({ count, id }) {
      const orderId = await findOrderOfWithdrawal(id)
      return {
        text: formatPlural(count, 'desistência sem resposta', 'desistências sem resposta'),
        act: { href: paths.admin.orderWithdrawal(orderId, id), label: 'Responder à mais antiga' },
      }
    },
    order: 'first',
    term: { days: withdrawalAnswerDays },
    section: 'orders',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: ['amos escrever para combinar a devolução'],
  },
  {
    name: 'messages',
    records: selectOpenMessages,
    show: ({ count }) => ({
      text: formatPlural(count, 'mensagem de contato sem resposta', 'mensagens de contato sem resposta'),
      act: { href: paths.admin.messages(), label: 'Responder' },
    }),
    order: 'late',
    term: { days: contactAnswerDays },
    by: 'staff',
    mailAfterHours: 72,
    deadlines: ['amos responder em até '],
  },
  {
    name: 'suspended-renewals',
    records: selectSuspendedRenewals,
    show: (waitingRecords) => ({
      text: formatPlural(
        waitingRecords.count,
        'assinatura suspensa foi renovada: escreva ao cliente',
        'assinaturas suspensas foram renovadas: escreva aos clientes',
      ),
      act: linkToOldest(waitingRecords, paths.admin.signature, 'a assinatura'),
    }),
    order: 'queue',
    by: 'staff',
    mailAfterHours: 72,
    deadlines: ['Esta assinatura está suspensa: vamos escrever para combinar'],
  },
]

export const shipmentKinds: readonly WorkKind[] = [
  {
    name: 'returned-shipments',
    records: selectReturnedShipments,
    show: (waitingRecords) => ({
      text: formatPlural(
        waitingRecords.count,
        'volume voltou ao remetente: combine um novo envio',
        'volumes voltaram ao remetente: combine novos envios',
      ),
      act: linkToOldest(waitingRecords, paths.admin.shipment, 'a expedição'),
    }),
    order: 'queue',
    section: 'shipments',
    by: 'staff',
    mailAfterHours: 72,
    deadlines: ['amos combinar um novo envio'],
  },
  {
    name: 'open-freights',
    records: selectOpenFreights,
    show: (waitingRecords) => ({
      text: `${formatPlural(waitingRecords.count, 'pedido', 'pedidos')} com frete a combinar antes do envio`,
      act: linkToOldest(waitingRecords, paths.admin.order, 'o pedido'),
    }),
    order: 'queue',
    by: 'staff',
    mailAfterHours: 48,
    deadlines: ['amos combinar o frete com você antes do envio'],
  },
  {
    name: 'copies',
    records: ({ today }) => selectWaitingCopies(today),
    async show({ count }) {
      const { shipments, hasMore } = await listProposedShipments()
      const copies = formatPlural(count, 'exemplar aguarda envio', 'exemplares aguardam envio')
      const volumes = formatPlural(shipments.length, 'volume', 'volumes')
      return {
        text: `${copies}, em ${hasMore ? 'mais de ' : ''}${volumes}`,
        act: { href: paths.admin.waiting(), label: 'Preparar expedições' },
      }
    },
    order: 'queue',
    section: 'shipments',
    by: 'staff',
    mailAfterHours: 96,
    deadlines: ['Vamos avisar quando ele for enviado', 'Avisaremos por e-mail quando for enviado'],
  },
]

export const endingKind: WorkKind = {
  name: 'ending-units',
  records: ({ today }) => selectEndingUnits(getWeekFrom(today)),
  show: ({ count }, { today }) => ({
    text: formatPlural(count, 'assinatura vence nesta semana', 'assinaturas vencem nesta semana'),
    act: { href: paths.admin.report('expired_signatures', { ...getWeekFrom(today) }), label: 'Ver quais' },
  }),
  order: 'queue',
  hasAge: false,
  by: 'staff',
  mailAfterHours: null,
  deadlines: [],
}
