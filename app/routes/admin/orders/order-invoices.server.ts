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

export const defaultCancellationHours = 24

type Invoice = Awaited<ReturnType<typeof listInvoices>>[number]

/** Returns an order's invoices, the invoices still to issue, and the data that are missing for them. */
export async function loadOrderInvoices(order: InvoicedOrder, now: Date) {
  const [invoices, letters, plan] = await Promise.all([
    listInvoices(order.id),
    listOrderCorrections(order.id),
    planOrderInvoices(order.id),
  ])
  const shownInvoices = await Promise.all(
    invoices.map(async (invoice) => ({
      ...(await toInvoiceRow(invoice, now)),
      letters: letters.filter(({ invoiceId }) => invoiceId === invoice.id).map(toLetterRow),
    })),
  )
  const validInvoices = invoices.filter((invoice) => isValidInvoice(invoice))
  const validModels = new Set(validInvoices.map(({ model }) => model))
  const hasValidInvoice = validInvoices.length > 0
  // No invoice is due before the payment.
  const isPaidWithoutInvoice = order.paidOn !== null && !isIssuedElsewhere(order.nfe, invoices)
  // An order with one valid invoice, of goods, may still need the other, of services.
  const mayNeedInvoice = hasValidInvoice || isPaidWithoutInvoice
  const faults = plan && !plan.ok && isPaidWithoutInvoice && !hasValidInvoice ? plan.faults : []
  const openRequests =
    plan?.ok && mayNeedInvoice ? plan.requests.filter(({ model }) => !validModels.has(model)) : []
  return {
    invoices: shownInvoices,
    faults: faults.map((fault) => toFaultRow(fault, order)),
    documentNames: openRequests.map(({ model }) => invoiceModelNames[model]).join(' e ') || null,
    issueLink:
      env.HAS_FISCAL_ISSUER && (faults.length > 0 || openRequests.length > 0)
        ? { href: paths.admin.invoiceIssue(order.id), label: getIssueLabel(invoices, openRequests) }
        : null,
  }
}

export type InvoicedOrder = {
  id: number
  paidOn: string | null
  nfe: string | null
  lines: readonly NamedLine[]
  profileId: number
}
type NamedLine = { publicationId: number; name: string }

async function toInvoiceRow(invoice: Invoice, now: Date) {
  const { id, orderId, model, state, key, protocol, authorisedAt, cancelledAt, cancelReason, messages } =
    invoice
  const stateSince = state === 'cancelled' ? cancelledAt : authorisedAt
  const stateText = [
    invoiceStateNames[state],
    ...(stateSince ? [`em ${formatDateTime(stateSince)}`] : []),
  ].join(' ')
  const isAuthorised = state === 'authorised'
  return {
    id,
    isLiveGoods: model === 'nfe' && isValidInvoice(invoice),
    name: formatInvoiceName(invoice),
    stateText,
    key: key && formatKey({ model, key }),
    protocol,
    reason: cancelReason,
    messages: messages?.split('\n') ?? [],
    deadlineText: await formatCancellationDeadline(invoice, now),
    testNotice: invoice.isTest ? testMark : null,
    editHref: isAuthorised && !invoice.isTest ? paths.admin.orderInvoice(orderId, id) : null,
    cancelLink: isAuthorised ? getCancelLink(invoice) : null,
    correctionHref:
      isAuthorised && isIssuedByShop(invoice) && model === 'nfe'
        ? paths.admin.invoiceCorrection(orderId, id)
        : null,
  }
}

type CorrectionLetter = Pick<
  Awaited<ReturnType<typeof listOrderCorrections>>[number],
  'id' | 'state' | 'ordinal' | 'text' | 'messages' | 'settledAt'
>

export function toLetterRow({ id, state, ordinal, text, messages, settledAt }: CorrectionLetter) {
  return {
    id,
    name: ordinal === null ? 'Carta de correção' : `Carta de correção nº ${ordinal}`,
    stateText: [letterStateNames[state], ...(settledAt ? [`em ${formatDateTime(settledAt)}`] : [])].join(' '),
    text,
    messages: messages?.split('\n') ?? [],
  }
}

/** Returns true if the shop's present issuer issued the invoice and so can cancel or correct the invoice. */
export function isIssuedByShop({ askedAt, isTest }: Pick<Invoice, 'askedAt' | 'isTest'>): boolean {
  return env.HAS_FISCAL_ISSUER && askedAt !== null && isTest === env.IS_TEST_ISSUER
}

function getCancelLink(invoice: Invoice) {
  const { orderId, id } = invoice
  return isIssuedByShop(invoice)
    ? { href: paths.admin.invoiceCancel(orderId, id), label: 'Cancelar a nota' }
    : { href: paths.admin.invoiceCancellation(orderId, id), label: 'Registrar cancelamento' }
}

/** Returns 'Emitir de novo' if the newest invoice of a requested model was rejected. */
function getIssueLabel(
  invoices: readonly Invoice[],
  openRequests: readonly { model: Invoice['model'] }[],
): string {
  const wasRejected = openRequests.some(
    ({ model }) => invoices.find((invoice) => invoice.model === model)?.state === 'refused',
  )
  return wasRejected ? 'Emitir de novo' : 'Emitir'
}

/** Returns a sentence with the deadline for cancelling an authorised NF-e; null for other invoices. */
export async function formatCancellationDeadline(
  { model, state, authorisedAt }: Pick<Invoice, 'model' | 'state' | 'authorisedAt'>,
  now: Date,
): Promise<string | null> {
  if (model !== 'nfe' || state !== 'authorised' || !authorisedAt) return null
  const cancellationHours = (await findFiscal())?.cancellationHours ?? defaultCancellationHours
  const deadline = calculateCancellationEnd(authorisedAt, cancellationHours)
  const deadlineText = formatDateTime(deadline)
  return deadline >= now
    ? `Pode ser cancelada até ${deadlineText}.`
    : `O prazo de cancelamento terminou em ${deadlineText}.`
}

/** Returns the text of a fault in an order's invoice data, with the page that corrects it. */
export function toFaultRow(
  { code: faultCode, publicationId }: InvoiceFault,
  { lines, profileId }: Pick<InvoicedOrder, 'lines' | 'profileId'>,
) {
  const text = invoiceFaultTexts[faultCode]
  const publicationName = lines.find((line) => line.publicationId === publicationId)?.name
  if (publicationId !== undefined)
    return {
      text: publicationName ? `${text}: ${publicationName}` : text,
      href: paths.admin.publicationTaxes(publicationId),
    }
  if (faultCode === 'buyer-ie-missing') return { text, href: paths.admin.client(profileId) }
  return { text, href: pagePathsByFault[faultCode]?.() ?? null }
}

const pagePathsByFault: Readonly<Partial<Record<InvoiceFault['code'], () => string>>> = {
  'company-missing': () => paths.admin.setting('company'),
  'issuer-city-code-missing': () => paths.admin.setting('company'),
  'fiscal-missing': () => paths.admin.setting('fiscal'),
  'environment-differs': () => paths.admin.setting('fiscal'),
  'issuer-ie-missing': () => paths.admin.setting('fiscal'),
  'issuer-im-missing': () => paths.admin.setting('fiscal'),
  'service-tax-missing': () => paths.admin.setting('fiscal'),
}
