import type { IssuedModel } from '#app/domain/orders/invoices/invoice.ts'
import type { InvoiceRequest } from '#app/domain/orders/invoices/invoice-request.ts'

/** A document at the issuer. `key` has 44 digits or is the code of an NFS-e. The revenue office wrote `messages`. */
export type RemoteInvoice = {
  state: 'processing' | 'authorised' | 'refused' | 'cancelled'
  series: string | null
  number: string | null
  key: string | null
  protocol: string | null
  messages: string[]
  /** names for `download`; null for files that do not exist */
  files: { xml: string | null; pdf: string | null; cancellation: string | null }
  letter: Omit<RemoteCorrection, 'messages'> | null
}

/** A correction letter. A document has up to twenty letters; only the newest applies. */
export type RemoteCorrection = { ordinal: number; xml: string | null; pdf: string | null; messages: string[] }

/** An issuer. Methods throw RemoteFault if a retry may help, or FiscalRefused with a reason for staff. */
export type FiscalIssuer = {
  /** issues once per `request.reference`; returns a document in progress or authorised unchanged */
  issue(request: InvoiceRequest): Promise<RemoteInvoice>
  read(model: IssuedModel, reference: string): Promise<RemoteInvoice | undefined>
  /** cancels, also repeatedly; `reason` has 15 to 255 characters */
  cancel(model: IssuedModel, reference: string, reason: string): Promise<RemoteInvoice>
  /** corrects an NF-e; `text` has 15 to 1,000 characters; a repeated call sends another letter */
  requestCorrection(reference: string, text: string): Promise<RemoteCorrection>
  /** returns the bytes of one of `files`, up to 10 MB; throws FiscalRefused for a foreign address */
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
