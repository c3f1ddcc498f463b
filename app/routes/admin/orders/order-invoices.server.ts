import {
  calculateCancellationEnd,
  isIssuedElsewhere,
  isValidInvoice,
} from '#app/domain/orders/invoices/invoice.ts'
import type { InvoiceFault } from '#app/domain/orders/invoices/invoice-request.ts'
import { env } from '#app/env.server.ts'
import { listOrderCorrections } from '#app/models/orders/invoices/correction.server.ts'
import { listInvoices } from '#app/models/orders/invoices/invoice.server.ts'
import { planOrderInvoices } from '#app/models/orders/invoices/invoice-data.server.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import {
  formatInvoiceName,
  formatKey,
  invoiceFaultTexts,
  invoiceModelNames,
  invoiceStateNames,
  letterStateNames,
  testMark,
} from '#app/text/orders/invoice-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

type Invoice = Awaited<ReturnType<typeof listInvoices>>[number]

/** Returns an order's invoices and the data that are missing to issue one. */
export async function loadOrderInvoices(order: InvoicedOrder, now: Date) {
  const [invoices, letters, plan] = await Promise.all([
    listInvoices(order.id),
    listOrderCorrections(order.id),
    planOrderInvoices(order.id),
  ])
  const shownInvoices = await Promise.all(
    invoices.map(async (invoice) => ({
      ...(await toShownInvoice(invoice, now)),
      letters: letters.filter(({ invoiceId }) => invoiceId === invoice.id).map(toShownLetter),
    })),
  )
  const live = new Set(invoices.flatMap((invoice) => (isValidInvoice(invoice) ? [invoice.model] : [])))
  // No invoice is due before the payment.
  const isWanted = live.size > 0 || (order.paidOn !== null && !isIssuedElsewhere(order.nfe, invoices))
  const faults = plan && !plan.ok && isWanted && live.size === 0 ? plan.faults : []
  const open = plan?.ok && isWanted ? plan.requests.filter(({ model }) => !live.has(model)) : []
  return {
    invoices: shownInvoices,
    faults: faults.map((fault) => toFaultRow(fault, order)),
    documents: open.map(({ model }) => invoiceModelNames[model]).join(' e ') || null,
    issue:
      env.HAS_FISCAL_ISSUER && (faults.length > 0 || open.length > 0)
        ? { href: paths.admin.invoiceIssue(order.id), label: issueLabel(invoices, open) }
        : null,
  }
}

export type InvoicedOrder = {
  id: number
  paidOn: string | null
  nfe: string | null
  lines: readonly Named[]
  profileId: number
}
type Named = { publicationId: number; name: string }

async function toShownInvoice(invoice: Invoice, now: Date) {
  const { id, orderId, model, state, key, protocol, authorisedAt, cancelledAt, cancelReason, messages } =
    invoice
  const at = state === 'cancelled' ? cancelledAt : authorisedAt
  const words = [invoiceStateNames[state], ...(at ? [`em ${formatDateTime(at)}`] : [])].join(' ')
  const isAuthorised = state === 'authorised'
  return {
    id,
    isLiveGoods: model === 'nfe' && isValidInvoice(invoice),
    name: formatInvoiceName(invoice),
    words,
    key: key && formatKey({ model, key }),
    protocol,
    reason: cancelReason,
    messages: messages?.split('\n') ?? [],
    end: await formatCancellationEnd(invoice, now),
    mark: invoice.isTest ? testMark : null,
    change: isAuthorised && !invoice.isTest ? paths.admin.orderInvoice(orderId, id) : null,
    cancel: isAuthorised ? cancelPath(invoice) : null,
    correct:
      isAuthorised && isIssued(invoice) && model === 'nfe'
        ? paths.admin.invoiceCorrection(orderId, id)
        : null,
  }
}

type Letter = Pick<
  Awaited<ReturnType<typeof listOrderCorrections>>[number],
  'id' | 'state' | 'ordinal' | 'text' | 'messages' | 'settledAt'
>

export function toShownLetter({ id, state, ordinal, text, messages, settledAt }: Letter) {
  return {
    id,
    name: ordinal === null ? 'Carta de correção' : `Carta de correção nº ${ordinal}`,
    words: [letterStateNames[state], ...(settledAt ? [`em ${formatDateTime(settledAt)}`] : [])].join(' '),
    text,
    messages: messages?.split('\n') ?? [],
  }
}

/** Returns true for an invoice that can be cancelled or corrected. */
export function isIssued({ askedAt, isTest }: Pick<Invoice, 'askedAt' | 'isTest'>): boolean {
  return env.HAS_FISCAL_ISSUER && askedAt !== null && isTest === env.IS_TEST_ISSUER
}

function cancelPath(invoice: Invoice) {
  const { orderId, id } = invoice
  return isIssued(invoice)
    ? { href: paths.admin.invoiceCancel(orderId, id), label: 'Cancelar a nota' }
    : { href: paths.admin.invoiceCancellation(orderId, id), label: 'Registrar cancelamento' }
}

/** Returns 'Emitir de novo' if the newest invoice of a model was rejected. */
function issueLabel(invoices: readonly Invoice[], open: readonly { model: Invoice['model'] }[]): string {
  const wasRefused = open.some(
    ({ model }) => invoices.find((each) => each.model === model)?.state === 'refused',
  )
  return wasRefused ? 'Emitir de novo' : 'Emitir'
}

/** Returns until when an authorised NF-e may be cancelled; null for other invoices. */
export async function formatCancellationEnd(
  { model, state, authorisedAt }: Pick<Invoice, 'model' | 'state' | 'authorisedAt'>,
  now: Date,
): Promise<string | null> {
  if (model !== 'nfe' || state !== 'authorised' || !authorisedAt) return null
  const end = calculateCancellationEnd(authorisedAt, (await findFiscal())?.cancellationHours ?? 24)
  const at = formatDateTime(end)
  return end >= now ? `Pode ser cancelada até ${at}.` : `O prazo de cancelamento terminou em ${at}.`
}

/** Returns missing data as text, with the page that corrects them. */
export function toFaultRow(
  { code, publicationId }: InvoiceFault,
  { lines, profileId }: Pick<InvoicedOrder, 'lines' | 'profileId'>,
) {
  const text = invoiceFaultTexts[code]
  const name = lines.find((line) => line.publicationId === publicationId)?.name
  if (publicationId !== undefined)
    return { text: name ? `${text}: ${name}` : text, href: paths.admin.publicationTaxes(publicationId) }
  if (code === 'buyer-ie-missing') return { text, href: paths.admin.client(profileId) }
  return { text, href: places[code]?.() ?? null }
}

const places: Readonly<Partial<Record<InvoiceFault['code'], () => string>>> = {
  'company-missing': () => paths.admin.setting('company'),
  'issuer-city-code-missing': () => paths.admin.setting('company'),
  'fiscal-missing': () => paths.admin.setting('fiscal'),
  'environment-differs': () => paths.admin.setting('fiscal'),
  'issuer-ie-missing': () => paths.admin.setting('fiscal'),
  'issuer-im-missing': () => paths.admin.setting('fiscal'),
  'service-tax-missing': () => paths.admin.setting('fiscal'),
}
