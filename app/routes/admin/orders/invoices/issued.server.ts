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
  formatCancellationEnd,
  isIssued,
  toShownLetter,
} from '#app/routes/admin/orders/order-invoices.server.ts'
import { formatInvoiceName, testMark } from '#app/text/orders/invoice-labels.ts'

type Params = Readonly<Record<string, string | undefined>>

/** Returns the invoice of the address. Throws 404 without one. */
export async function requireIssuedFrom({ id, invoice: of }: Params) {
  const invoice = (await findInvoice(parseId(id) ?? notFound(), parseId(of) ?? notFound())) ?? notFound()
  const now = new Date()
  const { orderId, model, state, lock_version, authorisedAt } = invoice
  const hours = (await findFiscal())?.cancellationHours ?? 24
  const isLate =
    model === 'nfe' && authorisedAt !== null && calculateCancellationEnd(authorisedAt, hours) < now
  const data = { hasAccess: isIssued(invoice), model, state, isLate }
  return {
    ...data,
    orderId,
    id: invoice.id,
    lock_version,
    name: formatInvoiceName(invoice),
    mark: invoice.isTest ? testMark : null,
    end: await formatCancellationEnd(invoice, now),
    isCancellable: canBeCancelled(data),
  }
}

type Issued = Awaited<ReturnType<typeof requireIssuedFrom>>
type Standing = { hasAccess: boolean; state: InvoiceState; isLate: boolean }

/** Returns true until the deadline, for documents that the shop itself issued. */
export function canBeCancelled({ hasAccess, state, isLate }: Standing): boolean {
  return hasAccess && state === 'authorised' && !isLate
}

export async function loadLetters({ id, model, state, hasAccess }: Issued) {
  const letters = await listCorrections(id)
  const isFree = letters.every((letter) => letter.state !== 'asked')
  const sentLetters = letters.filter((letter) => letter.state === 'done').length
  return {
    seen: letters.length,
    canCorrect:
      hasAccess && model === 'nfe' && state === 'authorised' && isFree && sentLetters < maxCorrections,
    letters: letters.map(toShownLetter),
  }
}
