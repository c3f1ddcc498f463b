/** 'nfe' for goods, 'nfse' for services and licences. */
export const invoiceModels = ['nfe', 'nfse'] as const
export type InvoiceModel = (typeof invoiceModels)[number]

export const invoiceStates = ['draft', 'sent', 'authorised', 'refused', 'cancelled'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** 'recorded': staff wrote down what was issued elsewhere. */
export type InvoiceEvent = 'sent' | 'authorised' | 'refused' | 'recorded' | 'cancelled'

const transitions: Readonly<Record<InvoiceState | 'new', Partial<Record<InvoiceEvent, InvoiceState>>>> = {
  new: { recorded: 'authorised' },
  draft: { sent: 'sent', recorded: 'authorised' },
  sent: { authorised: 'authorised', refused: 'refused', recorded: 'authorised' },
  authorised: { recorded: 'authorised', cancelled: 'cancelled' },
  refused: {},
  cancelled: {},
}

/** Null where the event does not apply. */
export function invoiceTransition(from: InvoiceState | 'new', event: InvoiceEvent): InvoiceState | null {
  return transitions[from][event] ?? null
}

/** An order has one live invoice of a model; a refused or cancelled one leaves its place to the next. */
export function isLive(state: InvoiceState): boolean {
  return state !== 'refused' && state !== 'cancelled'
}

/** Until then the revenue office takes a cancellation: 24 hours after the authorisation, in some states more (Ajuste SINIEF 7/2005). */
export function cancellationEnd(authorisedAt: Date, hours: number): Date {
  return new Date(authorisedAt.getTime() + hours * 3_600_000)
}
