import type { ServiceLayout } from '#app/domain/settings/fiscal.ts'

/** 'nfe' for goods, 'nfse' for services and licences. */
export const invoiceModels = ['nfe', 'nfse'] as const
export type InvoiceModel = (typeof invoiceModels)[number]

/** How the issuer keeps them apart: 'nfsen' is an NFS-e of the national issuer. */
export type IssuedModel = InvoiceModel | 'nfsen'

export function issuedModel({
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

/** 'asked': staff want it issued; 'sent': the issuer works on it; 'recorded': staff wrote down what was issued elsewhere. */
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

/** Null where the event does not apply. */
export function invoiceTransition(from: InvoiceState | 'new', event: InvoiceEvent): InvoiceState | null {
  return transitions[from][event] ?? null
}

/** An order has one live invoice of a model; a refused or cancelled one leaves its place to the next, and a test has none. */
export function isLive({ state, isTest }: { state: InvoiceState; isTest: boolean }): boolean {
  return !isTest && state !== 'refused' && state !== 'cancelled'
}

/** A number that was typed by hand, with no document of the shop behind it. */
export function isIssuedElsewhere(
  nfe: string | null,
  invoices: readonly Parameters<typeof isLive>[0][],
): boolean {
  return nfe !== null && !invoices.some(isLive)
}

/** Until then the revenue office takes a cancellation: 24 hours after the authorisation, in some states more (Ajuste SINIEF 7/2005). */
export function cancellationEnd(authorisedAt: Date, hours: number): Date {
  return new Date(authorisedAt.getTime() + hours * 3_600_000)
}

/** Lengths of a cancellation reason and of a correction letter (MOC, xJust and xCorrecao). */
export const cancelReasonLength = { min: 15, max: 255 } as const
export const correctionLength = { min: 15, max: 1000 } as const
export const maxCorrections = 20

const FIRST_WAIT_MS = 10_000
const MAX_WAIT_MS = 3_600_000
/** About a day, after which a person has to look. */
const TURNS = 32

/** An answer that has not come by then is no longer asked for. */
export const maxAnswerMs = 24 * 3_600_000

/** How long after its `turn`-th answer, from 1, a document that is still worked on is asked for again; undefined: no more. */
export function pollDelayMs(turn: number): number | undefined {
  return turn > TURNS ? undefined : Math.min(FIRST_WAIT_MS * 2 ** (turn - 1), MAX_WAIT_MS)
}
