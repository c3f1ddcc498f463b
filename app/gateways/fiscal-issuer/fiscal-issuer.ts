import type { IssuedModel } from '#app/domain/orders/invoices/invoice.ts'
import type { InvoiceRequest } from '#app/domain/orders/invoices/invoice-request.ts'

/**
 * The issuer's state of a document. `key` has 44 characters without a prefix, for an NFS-e the code it is verified by;
 * `messages` are in the words of the revenue office.
 */
export type RemoteInvoice = {
  state: 'processing' | 'authorised' | 'refused' | 'cancelled'
  series: string | null
  number: string | null
  key: string | null
  protocol: string | null
  messages: string[]
  /** names for `download`; null while there is none */
  files: { xml: string | null; pdf: string | null; cancellation: string | null }
  letter: Omit<RemoteCorrection, 'messages'> | null
}

/** A correction letter; the newest of a document counts, at most twenty. */
export type RemoteCorrection = { ordinal: number; xml: string | null; pdf: string | null; messages: string[] }

/**
 * Authorises NF-e and NFS-e for us. All methods throw RemoteFault for what may be retried and
 * FiscalRefused for a final no, in words for staff.
 */
export type FiscalIssuer = {
  /** Idempotent by `request.reference`: one that is being processed or authorised stays as it is. */
  issue(request: InvoiceRequest): Promise<RemoteInvoice>
  read(model: IssuedModel, reference: string): Promise<RemoteInvoice | undefined>
  /** `reason`: 15 to 255 characters. Idempotent. */
  cancel(model: IssuedModel, reference: string, reason: string): Promise<RemoteInvoice>
  /** `text`: 15 to 1,000 characters; of an NF-e alone. Not idempotent: each letter takes the next ordinal. */
  correct(reference: string, text: string): Promise<RemoteCorrection>
  /** The bytes of one of `files`; at most ten megabytes. Those at a foreign address are FiscalRefused. */
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
