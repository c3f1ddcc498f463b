import type { ServiceLayout } from '#app/domain/settings/fiscal.ts'

export const invoiceModels = ['nfe', 'nfse'] as const
export type InvoiceModel = (typeof invoiceModels)[number]

export type IssuedModel = InvoiceModel | 'nfsen' // 'nfsen' is an NFS-e of the national issuer

export function getIssuedModel({
  model,
  layout,
}: {
  model: InvoiceModel
  layout?: ServiceLayout | null
}): IssuedModel {
  return model === 'nfse' && layout === 'national' ? 'nfsen' : model
}

export const invoiceStates = ['draft', 'sent', 'authorised', 'refused', 'cancelling', 'cancelled'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** 'asked': staff requested the invoice. 'sent': the issuer has the request. 'recorded': it was issued elsewhere. */
export type InvoiceEvent =
  | 'asked'
  | 'sent'
  | 'authorised'
  | 'refused'
  | 'recorded'
  | 'cancellation-asked'
  | 'cancellation-refused'
  | 'cancelled'

const transitions: Readonly<Record<InvoiceState | 'new', Partial<Record<InvoiceEvent, InvoiceState>>>> = {
  new: { asked: 'draft', recorded: 'authorised' },
  draft: {
    sent: 'sent',
    authorised: 'authorised',
    refused: 'refused',
    recorded: 'authorised',
    cancelled: 'cancelled',
  },
  sent: { authorised: 'authorised', refused: 'refused', recorded: 'authorised', cancelled: 'cancelled' },
  authorised: { recorded: 'authorised', 'cancellation-asked': 'cancelling', cancelled: 'cancelled' },
  cancelling: { 'cancellation-refused': 'authorised', cancelled: 'cancelled' },
  refused: {},
  cancelled: {},
}

export function findInvoiceTransition(from: InvoiceState | 'new', event: InvoiceEvent): InvoiceState | null {
  return transitions[from][event] ?? null
}

/** Returns whether the invoice is valid for its order. Test, rejected and cancelled invoices are not. */
export function isValidInvoice({ state, isTest }: { state: InvoiceState; isTest: boolean }): boolean {
  return !isTest && state !== 'refused' && state !== 'cancelled'
}

/** Returns whether staff entered the number without a document in the shop. */
export function isIssuedElsewhere(
  nfe: string | null,
  invoices: readonly Parameters<typeof isValidInvoice>[0][],
): boolean {
  return nfe !== null && !invoices.some(isValidInvoice)
}

/** Returns the deadline of a cancellation: 24 hours, more in some states (Ajuste SINIEF 7/2005). */
export function calculateCancellationEnd(authorisedAt: Date, hours: number): Date {
  return new Date(authorisedAt.getTime() + hours * 3_600_000)
}

/** The lengths of a reason that the MOC allows (xJust and xCorrecao). */
export const cancelReasonLength = { min: 15, max: 255 } as const
export const correctionLength = { min: 15, max: 1000 } as const
export const maxCorrections = 20

const FIRST_WAIT_MS = 10_000
const MAX_WAIT_MS = 3_600_000
const MAX_POLLS = 32 // about a day of polls; then staff must ask the issuer
export const maxAnswerMs = 24 * 3_600_000 // time after which the issuer's reply is no longer requested

/** Returns the wait in milliseconds after `pollCount` polls; undefined after the last poll. */
export function getPollDelayMs(pollCount: number): number | undefined {
  return pollCount > MAX_POLLS ? undefined : Math.min(FIRST_WAIT_MS * 2 ** (pollCount - 1), MAX_WAIT_MS)
}
