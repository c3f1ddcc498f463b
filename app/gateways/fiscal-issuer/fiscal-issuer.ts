import type { IssuedModel } from '#app/domain/orders/invoices/invoice.ts'
import type { InvoiceRequest } from '#app/domain/orders/invoices/invoice-request.ts'

/** `key` is 44 digits without prefix, or an NFS-e's verification code; `messages` come from the revenue office. */
export type RemoteInvoice = {
  state: 'processing' | 'authorised' | 'refused' | 'cancelled'
  series: string | null
  number: string | null
  key: string | null
  protocol: string | null
  messages: string[]
  /** names for `download`; null while missing */
  files: { xml: string | null; pdf: string | null; cancellation: string | null }
  letter: Omit<RemoteCorrection, 'messages'> | null
}

/** A correction letter; the newest of at most twenty per document counts. */
export type RemoteCorrection = { ordinal: number; xml: string | null; pdf: string | null; messages: string[] }

/** All methods throw RemoteFault for retryable failures, and FiscalRefused with a reason for staff. */
export type FiscalIssuer = {
  /** idempotent by `request.reference`: a document in progress or authorised stays unchanged */
  issue(request: InvoiceRequest): Promise<RemoteInvoice>
  read(model: IssuedModel, reference: string): Promise<RemoteInvoice | undefined>
  /** idempotent; `reason` has 15 to 255 characters */
  cancel(model: IssuedModel, reference: string, reason: string): Promise<RemoteInvoice>
  /** only for an NF-e, 15 to 1,000 characters; not idempotent: each letter takes the next ordinal */
  correct(reference: string, text: string): Promise<RemoteCorrection>
  /** returns the bytes of one of `files`, at most ten megabytes; throws FiscalRefused for a foreign address */
  download(file: string): Promise<Buffer>
}

export class FiscalRefused extends Error {
  override name = 'FiscalRefused'

  constructor(
    readonly messages: readonly string[],
    readonly reason: 'refused' | 'unknown-document' | 'foreign-file' = 'refused',
  ) {
    super(messages.join('; ') || reason)
  }
}
