import { cancellationEnd, isLive } from '#app/domain/orders/invoices/invoice.ts'
import type { InvoiceFault } from '#app/domain/orders/invoices/invoice-request.ts'
import { listInvoices } from '#app/models/orders/invoices/invoice.server.ts'
import { planOrderInvoices } from '#app/models/orders/invoices/invoice-facts.server.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import {
  invoiceFaultTexts,
  invoiceModelNames,
  invoiceName,
  invoiceStateNames,
  keyText,
} from '#app/text/orders/invoice-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type Invoice = Awaited<ReturnType<typeof listInvoices>>[number]

/** What the page of an order says of its invoices, and what is missing to issue one. */
export async function orderInvoices(order: Invoiced, now: Date) {
  const [invoices, plan] = await Promise.all([listInvoices(order.id), planOrderInvoices(order.id)])
  const shown = await Promise.all(invoices.map((invoice) => shownInvoice(invoice, now)))
  const live = new Set(invoices.flatMap(({ model, state }) => (isLive(state) ? [model] : [])))
  // A number typed by hand says that it was issued; before the money there is nothing to issue.
  const isWanted = order.paidOn !== null && order.nfe === null
  const faults = plan && !plan.ok && isWanted && live.size === 0 ? plan.faults : []
  const open =
    plan?.ok && (isWanted || live.size > 0) ? plan.requests.filter(({ model }) => !live.has(model)) : []
  return {
    invoices: shown,
    faults: faults.map((fault) => faultRow(fault, order.lines)),
    documents: open.map(({ model }) => invoiceModelNames[model]).join(' e ') || null,
  }
}

type Invoiced = { id: number; paidOn: string | null; nfe: string | null; lines: readonly Named[] }
type Named = { publicationId: number; name: string }

async function shownInvoice(invoice: Invoice, now: Date) {
  const { id, orderId, model, state, key, protocol, authorisedAt, cancelledAt, messages } = invoice
  const at = state === 'cancelled' ? cancelledAt : authorisedAt
  const words = [invoiceStateNames[state], ...(at ? [`em ${formatDateTime(at)}`] : [])].join(' ')
  const isAuthorised = state === 'authorised'
  return {
    id,
    isLiveGoods: model === 'nfe' && isLive(state),
    name: invoiceName(invoice),
    words,
    key: key && keyText({ model, key }),
    protocol,
    messages: messages?.split('\n') ?? [],
    end: await cancellationEndText(invoice, now),
    change: isAuthorised ? paths.admin.orderInvoice(orderId, id) : null,
    cancel: isAuthorised ? paths.admin.invoiceCancellation(orderId, id) : null,
  }
}

/** Until when an authorised NF-e may be cancelled; null for others. */
export async function cancellationEndText(
  { model, state, authorisedAt }: Pick<Invoice, 'model' | 'state' | 'authorisedAt'>,
  now: Date,
): Promise<string | null> {
  if (model !== 'nfe' || state !== 'authorised' || !authorisedAt) return null
  const end = cancellationEnd(authorisedAt, (await findFiscal())?.cancellationHours ?? 24)
  const at = formatDateTime(end)
  return end >= now ? `Pode ser cancelada até ${at}.` : `O prazo de cancelamento terminou em ${at}.`
}

/** What is missing, with the page where it is put right. */
function faultRow({ code, publicationId }: InvoiceFault, lines: readonly Named[]) {
  const text = invoiceFaultTexts[code]
  const name = lines.find((line) => line.publicationId === publicationId)?.name
  if (publicationId !== undefined)
    return { text: name ? `${text}: ${name}` : text, href: paths.admin.publicationTaxes(publicationId) }
  return { text, href: places[code]?.() ?? null }
}

const places: Readonly<Partial<Record<InvoiceFault['code'], () => string>>> = {
  'company-missing': () => paths.admin.setting('company'),
  'issuer-city-code-missing': () => paths.admin.setting('company'),
  'fiscal-missing': () => paths.admin.setting('fiscal'),
  'issuer-ie-missing': () => paths.admin.setting('fiscal'),
  'issuer-im-missing': () => paths.admin.setting('fiscal'),
}
