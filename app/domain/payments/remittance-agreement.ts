import {
  type BankAgreement,
  banks,
  type RemittanceAgreement,
  underAgreement,
} from '#app/domain/charges/banks/banks.ts'
import type { RemittanceReadiness } from '#app/domain/charges/banks/remittance-readiness.ts'
import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import {
  accountOf,
  type RemittanceBoleto,
  type RemittanceInstruction,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { type BoletoFault, boletoFaults } from '#app/domain/charges/cnab/cnab-boleto-faults.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** The agreement as remittance files need it: numbers and check digits apart, as printed; or what it lacks for that. */
export function remittanceAgreementOf(agreement: BankAgreement): RemittanceReadiness<RemittanceAgreement> {
  return underAgreement(agreement).remittance
}

/** Why a waiting boleto cannot go into a file: 'other-agreement' is not the one it was printed under, 'past-due' too late. */
export type RemittanceFault = BoletoFault | 'other-agreement' | 'past-due'

/** A boleto that waits: what the bank is told of it, and its bank and bar code as they are printed. */
export type WaitingBoleto = { boleto: RemittanceBoleto; bank: string; barcode: string }

/** Why the bank would refuse a boleto sent under an agreement today; none when it can be sent. */
export function remittanceFaults(
  agreement: RemittanceAgreement,
  { boleto, bank, barcode }: WaitingBoleto,
  today: CivilDate,
): RemittanceFault[] {
  if (bank !== agreement.bank) return ['other-agreement']
  const faults: RemittanceFault[] = boletoFaults(agreement.bank, boleto)
  if (boleto.instruction === 'register' && boleto.dueDate < today) faults.push('past-due')
  if (!faults.includes('our-number') && barcode.slice(19) !== freeFieldOf(agreement, boleto.ourNumber))
    faults.push('other-agreement')
  return faults
}

/** The agreement as the bar code of a boleto has it. */
function freeFieldOf(agreement: RemittanceAgreement, ourNumber: string): string {
  return banks[agreement.bank].freeFieldOf(accountOf(agreement), ourNumber)
}

/** True while an instruction has a sense: what was paid or given up is not registered, what is over not written off. */
export function isStillMeant(
  instruction: RemittanceInstruction,
  { state, isWithdrawn }: { state: BoletoState; isWithdrawn: boolean },
): boolean {
  if (instruction === 'register') return state === 'made' && !isWithdrawn
  return state === 'made' || state === 'sent' || state === 'registered'
}

/** Boletos one file takes at the most; what is left goes into the next. */
export const maxBoletosPerFile = 1_000

/** The name the banks expect of a file, 'CB211101.REM': day, month, and the last two digits of its number. */
export function remittanceFileName(sequence: number, madeOn: CivilDate): string {
  const [, month = '', day = ''] = madeOn.split('-')
  return `CB${day}${month}${String(sequence % 100).padStart(2, '0')}.REM`
}
