import {
  calculateCancellationEnd,
  type InvoiceState,
  maxCorrections,
} from '#app/domain/orders/invoices/invoice.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { listCorrections } from '#app/models/orders/invoices/correction.server.ts'
import { findInvoice } from '#app/models/orders/invoices/invoice.server.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'
import {
  defaultCancellationHours,
  formatCancellationDeadline,
  isIssuedByShop,
  toLetterRow,
} from '#app/routes/admin/orders/order-invoices.server.ts'
import { formatInvoiceName, testMark } from '#app/text/orders/invoice-labels.ts'

type RouteParams = Readonly<Record<string, string | undefined>>

/** Returns the invoice that the address names, and whether it can be cancelled. Throws 404 if it is unknown. */
export async function requireIssuedInvoice({ id, invoice: invoiceText }: RouteParams) {
  const invoice =
    (await findInvoice(parseId(id) ?? notFound(), parseId(invoiceText) ?? notFound())) ?? notFound()
  const now = new Date()
  const { orderId, model, state, lock_version, authorisedAt } = invoice
  const cancellationHours = (await findFiscal())?.cancellationHours ?? defaultCancellationHours
  const isPastDeadline =
    model === 'nfe' &&
    authorisedAt !== null &&
    calculateCancellationEnd(authorisedAt, cancellationHours) < now
  const cancellationData = { isIssuedHere: isIssuedByShop(invoice), model, state, isPastDeadline }
  return {
    ...cancellationData,
    orderId,
    id: invoice.id,
    lock_version,
    name: formatInvoiceName(invoice),
    testNotice: invoice.isTest ? testMark : null,
    deadlineText: await formatCancellationDeadline(invoice, now),
    isCancellable: isInvoiceCancellable(cancellationData),
  }
}

type IssuedInvoice = Awaited<ReturnType<typeof requireIssuedInvoice>>
type CancellationData = { isIssuedHere: boolean; state: InvoiceState; isPastDeadline: boolean }

/** Returns true until the deadline, for invoices that the shop itself issued. */
export function isInvoiceCancellable({ isIssuedHere, state, isPastDeadline }: CancellationData): boolean {
  return isIssuedHere && state === 'authorised' && !isPastDeadline
}

export async function loadCorrectionLetters({ id, model, state, isIssuedHere }: IssuedInvoice) {
  const letters = await listCorrections(id)
  const isCorrectable = isIssuedHere && model === 'nfe' && state === 'authorised'
  const hasPendingLetter = letters.some((letter) => letter.state === 'asked')
  const sentCount = letters.filter((letter) => letter.state === 'done').length
  return {
    seen: letters.length,
    canCorrect: isCorrectable && !hasPendingLetter && sentCount < maxCorrections,
    letters: letters.map(toLetterRow),
  }
}
