import {
  type BankAgreement,
  banks,
  type RemittanceAgreement,
  underAgreement,
} from '#app/domain/charges/banks/banks.ts'
import type { RemittanceReadiness } from '#app/domain/charges/banks/remittance-readiness.ts'
import {
  accountOf,
  type RemittanceInstruction,
  type RemittanceSlip,
} from '#app/domain/charges/cnab/cnab-slip.ts'
import { type SlipFault, slipFaults } from '#app/domain/charges/cnab/cnab-slip-faults.ts'
import type { SlipState } from '#app/domain/charges/slip-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** The agreement as remittance files need it: numbers and check digits apart, as printed; or what it lacks for that. */
export function remittanceAgreementOf(agreement: BankAgreement): RemittanceReadiness<RemittanceAgreement> {
  return underAgreement(agreement).remittance
}

/** Why a waiting slip cannot go into a file: 'other-agreement' is not the one it was printed under, 'past-due' too late. */
export type RemittanceFault = SlipFault | 'other-agreement' | 'past-due'

/** A slip that waits: what the bank is told of it, and its bank and bar code as they are printed. */
export type WaitingSlip = { slip: RemittanceSlip; bank: string; barcode: string }

/** Why the bank would refuse a slip sent under an agreement today; none when it can be sent. */
export function remittanceFaults(
  agreement: RemittanceAgreement,
  { slip, bank, barcode }: WaitingSlip,
  today: CivilDate,
): RemittanceFault[] {
  if (bank !== agreement.bank) return ['other-agreement']
  const faults: RemittanceFault[] = slipFaults(agreement.bank, slip)
  if (slip.instruction === 'register' && slip.dueDate < today) faults.push('past-due')
  if (!faults.includes('our-number') && barcode.slice(19) !== freeFieldOf(agreement, slip.ourNumber))
    faults.push('other-agreement')
  return faults
}

/** The agreement as the bar code of a slip has it. */
function freeFieldOf(agreement: RemittanceAgreement, ourNumber: string): string {
  return banks[agreement.bank].freeFieldOf(accountOf(agreement), ourNumber)
}

/** True while an instruction has a sense: what was paid or given up is not registered, what is over not written off. */
export function isStillMeant(
  instruction: RemittanceInstruction,
  { state, isRetired }: { state: SlipState; isRetired: boolean },
): boolean {
  if (instruction === 'register') return state === 'made' && !isRetired
  return state === 'made' || state === 'sent' || state === 'registered'
}

/** Slips one file takes at the most; what is left goes into the next. */
export const mostSlipsPerFile = 1_000

/** The name the banks expect of a file, 'CB211101.REM': day, month, and the last two digits of its number. */
export function remittanceFileName(sequence: number, madeOn: CivilDate): string {
  const [, month = '', day = ''] = madeOn.split('-')
  return `CB${day}${month}${String(sequence % 100).padStart(2, '0')}.REM`
}
