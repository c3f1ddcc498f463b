import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import { controlOf, isControl } from '#app/domain/charges/issued-boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** What a record of a return file says of its title, beside the range and the number; '' or null for blank. */
export type RecordSide = {
  wallet: string
  documentNumber: string
  control: string
  dueDate: CivilDate | null
}

/** Our boleto of that range and number. `isSent`: a remittance that the bank did not refuse has its registration. */
export type BoletoSide = {
  wallet: string
  documentNumber: string
  reference: string
  dueDate: CivilDate
  isSent: boolean
}

/** A blank, or zeros, agree with nothing and contradict nothing. */
export type Agreement = 'same' | 'differs' | 'blank'

export type Comparison = {
  wallet: Agreement
  document: Agreement
  dueDate: Agreement
  /** 'other' where the company's own field names another boleto of ours */
  control: Agreement | 'other'
  isSent: boolean
}

/** What a record and the boleto of its number have in common (D68). */
export function compareBoleto(record: RecordSide, boleto: BoletoSide): Comparison {
  return {
    wallet: compareWallet(record.wallet, boleto.wallet),
    document: compareTexts(record.documentNumber, boleto.documentNumber),
    dueDate: compareTexts(record.dueDate ?? '', boleto.dueDate),
    control: compareControl(record.control, boleto),
    isSent: boleto.isSent,
  }
}

/** In its place a file of 240 may have one character, the kind of wallet by the bank's own list. */
function compareWallet(said: string, ours: string): Agreement {
  return said.length < 2 ? 'blank' : compareTexts(said, ours)
}

function compareControl(said: string, { reference }: BoletoSide): Comparison['control'] {
  const compared = compareTexts(said, controlOf(reference))
  return compared === 'differs' && isControl(said.trim().toUpperCase()) ? 'other' : compared
}

function compareTexts(said: string, ours: string): Agreement {
  const bare = bareText(said)
  if (bare === '') return 'blank'
  return bare === bareText(ours) ? 'same' : 'differs'
}

/** Banks fill with blanks or zeros, and write in capitals. */
function bareText(text: string): string {
  return text.trim().toUpperCase().replace(/^0+/, '')
}

/**
 * True when a payment is one of this boleto (D68): the bank was told of it and did not refuse it, and document or due
 * date agree; what we wrote into the field for our own use names the document more exactly. Without any of them, or
 * with another boleto of ours in that field, a person looks.
 */
export function isPaymentOf(compared: Comparison, state: BoletoState): boolean {
  const { document, dueDate, control, isSent } = compared
  return isSent && state !== 'rejected' && !isOther(compared) && [document, dueDate, control].includes('same')
}

/** True when news of a registration is about this boleto: nothing speaks against it, and something for it. */
export function isNewsOf(compared: Comparison): boolean {
  const { document, dueDate, control, isSent } = compared
  if (isOther(compared) || (document === 'differs' && dueDate === 'differs')) return false
  return isSent || [document, dueDate, control].includes('same')
}

function isOther({ wallet, control }: Comparison): boolean {
  return wallet === 'differs' || control === 'other'
}
