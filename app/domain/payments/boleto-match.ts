import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import { formatControlNumber, isControlNumber } from '#app/domain/charges/issued-boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

export type RecordSide = {
  wallet: string
  documentNumber: string
  control: string
  dueDate: CivilDate | null
}

/** The boleto's side of a comparison. `isSent`: its registration was sent and not rejected. */
export type BoletoSide = {
  wallet: string
  documentNumber: string
  reference: string
  dueDate: CivilDate
  isSent: boolean
}

export type FieldMatch = 'same' | 'differs' | 'blank' // blanks and zeros are neither equal nor different

export type Comparison = {
  wallet: FieldMatch
  document: FieldMatch
  dueDate: FieldMatch
  control: FieldMatch | 'other' // 'other': the control text of another boleto of ours
  isSent: boolean
}

export function compareBoleto(record: RecordSide, boleto: BoletoSide): Comparison {
  return {
    wallet: compareWallet(record.wallet, boleto.wallet),
    document: compareTexts(record.documentNumber, boleto.documentNumber),
    dueDate: compareTexts(record.dueDate ?? '', boleto.dueDate),
    control: compareControl(record.control, boleto),
    isSent: boleto.isSent,
  }
}

/** Compares wallets. Skips a single character, which in CNAB 240 is the kind of wallet. */
function compareWallet(statedWallet: string, ownWallet: string): FieldMatch {
  return statedWallet.length < 2 ? 'blank' : compareTexts(statedWallet, ownWallet)
}

function compareControl(statedControl: string, { reference }: BoletoSide): Comparison['control'] {
  const comparison = compareTexts(statedControl, formatControlNumber(reference))
  return comparison === 'differs' && isControlNumber(statedControl.trim().toUpperCase())
    ? 'other'
    : comparison
}

function compareTexts(statedText: string, ownText: string): FieldMatch {
  const comparableText = normaliseField(statedText)
  if (comparableText === '') return 'blank'
  return comparableText === normaliseField(ownText) ? 'same' : 'differs'
}

/** Removes differences of case and padding, because banks write capitals and pad with blanks or zeros. */
function normaliseField(text: string): string {
  return text.trim().toUpperCase().replace(/^0+/, '')
}

/** Returns whether the record pays the sent boleto: document, due date or reference is equal. Else staff decide. */
export function isBoletoPayment(comparison: Comparison, state: BoletoState): boolean {
  const { document, dueDate, control, isSent } = comparison
  return (
    isSent &&
    state !== 'rejected' &&
    !isOtherBoleto(comparison) &&
    [document, dueDate, control].includes('same')
  )
}

/** Returns whether the record replies to the boleto's registration. Fewer fields must be equal than for a payment. */
export function isRegistrationReply(comparison: Comparison): boolean {
  const { document, dueDate, control, isSent } = comparison
  const hasOtherDocument = document === 'differs' && dueDate === 'differs'
  if (isOtherBoleto(comparison) || hasOtherDocument) return false
  return isSent || [document, dueDate, control].includes('same')
}

function isOtherBoleto({ wallet, control }: Comparison): boolean {
  return wallet === 'differs' || control === 'other'
}
