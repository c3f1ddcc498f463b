import { getIssuedModel, type InvoiceModel } from '#app/domain/orders/invoices/invoice.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import type { ServiceLayout } from '#app/domain/settings/fiscal.ts'
import { env } from '#app/env.server.ts'
import { findFiscalIssuer } from '#app/gateways/fiscal-issuer/choose.server.ts'
import type { FiscalIssuer, RemoteInvoice } from '#app/gateways/fiscal-issuer/fiscal-issuer.ts'
import {
  findIssuedInvoice,
  type InvoiceAnswer,
  type IssuedInvoice,
  type StoredAnswer,
  storeInvoiceAnswer,
} from '#app/models/orders/invoices/issued-invoice.server.ts'
import { listRefusalMessages } from '#app/text/orders/invoice-labels.ts'

/** Returns the issuer. Throws JobRefused if there is none in the invoice's environment. */
export function requireFiscalIssuer({ isTest }: Pick<IssuedInvoice, 'isTest'>): FiscalIssuer {
  const issuer = findFiscalIssuer()
  if (!issuer) throw new JobRefused('no access to the issuer of invoices')
  if (isTest !== env.IS_TEST_ISSUER)
    throw new JobRefused('the invoice is of the other environment of the issuer')
  return issuer
}

/** Returns true for a test invoice after the shop changed to production. Such an invoice has no fiscal value. */
export function isAbandonedTest({ isTest }: Pick<IssuedInvoice, 'isTest'>): boolean {
  return isTest && findFiscalIssuer() !== undefined && !env.IS_TEST_ISSUER
}

export async function requireIssuedInvoice(id: number): Promise<IssuedInvoice> {
  const invoice = await findIssuedInvoice(id)
  if (!invoice) throw new JobRefused('no invoice of this number')
  return invoice
}

export async function readRemoteInvoice(
  issuer: FiscalIssuer,
  invoice: { model: InvoiceModel; layout?: ServiceLayout | null; reference: string },
): Promise<RemoteInvoice> {
  const remote = await issuer.read(getIssuedModel(invoice), invoice.reference)
  if (!remote) throw new JobRefused('the issuer does not know this invoice')
  return remote
}

const answerFaults: Readonly<Partial<Record<StoredAnswer, string>>> = {
  'waited-too-long': 'the issuer has no answer after a day',
  'no-key': 'the issuer gave no usable key',
  'key-taken': 'another order has this key',
}

/**
 * Stores the issuer's reply. Throws JobRefused for an unusable reply, but not for a rejection by the revenue
 * office, which the order's page shows.
 */
export async function settleInvoice(id: number, answer: InvoiceAnswer, turn: number): Promise<void> {
  const storedAnswer =
    answer.state === 'refused' ? { ...answer, messages: listRefusalMessages(answer) } : answer
  const fault = answerFaults[await storeInvoiceAnswer(id, storedAnswer, turn)]
  if (fault) throw new JobRefused(fault)
}
