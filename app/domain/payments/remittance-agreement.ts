import {
  type BankAgreement,
  banks,
  getAgreementRules,
  type RemittanceAgreement,
} from '#app/domain/charges/banks/banks.ts'
import type { RemittanceReadiness } from '#app/domain/charges/banks/remittance-readiness.ts'
import type { BoletoState } from '#app/domain/charges/boleto-state.ts'
import {
  needsCnab240,
  type RemittanceBoleto,
  type RemittanceInstruction,
  toRemittanceAccount,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { type BoletoFault, listBoletoFaults } from '#app/domain/charges/cnab/cnab-boleto-faults.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

export function getRemittanceAgreement(agreement: BankAgreement): RemittanceReadiness<RemittanceAgreement> {
  return getAgreementRules(agreement).remittance
}

/** 'other-agreement': the boleto was printed with another agreement. 'needs-240': it has a monthly rate of interest. */
export type RemittanceFault = BoletoFault | 'other-agreement' | 'past-due' | 'needs-240'

export type WaitingBoleto = { boleto: RemittanceBoleto; bank: string; barcode: string }

/** Returns the faults that prevent sending a boleto. `format` is null until a format is chosen. */
export function listRemittanceFaults(
  agreement: RemittanceAgreement,
  { boleto, bank, barcode }: WaitingBoleto,
  today: CivilDate,
  format: CnabFormat | null = null,
): RemittanceFault[] {
  if (bank !== agreement.bank) return ['other-agreement']
  const faults: RemittanceFault[] = listBoletoFaults(agreement, boleto)
  if (boleto.instruction === 'register' && boleto.dueDate < today) faults.push('past-due')
  if (format === 400 && needsCnab240(boleto)) faults.push('needs-240')
  if (!faults.includes('our-number') && barcode.slice(19) !== buildFreeField(agreement, boleto.ourNumber))
    faults.push('other-agreement')
  return faults
}

/** Returns the agreed format. Without an agreed format, returns both, the preferred one first. */
export function listFileFormats(
  agreedFormat: CnabFormat | null,
  waitingBoletos: readonly Pick<WaitingBoleto, 'boleto'>[],
): CnabFormat[] {
  if (agreedFormat) return [agreedFormat]
  return waitingBoletos.some(({ boleto }) => needsCnab240(boleto)) ? [240, 400] : [400, 240]
}

function buildFreeField(agreement: RemittanceAgreement, ourNumber: string): string {
  return banks[agreement.bank].buildFreeField(toRemittanceAccount(agreement), ourNumber)
}

/** Returns whether the bank still needs the instruction. Paid, withdrawn and settled boletos need none. */
export function isInstructionValid(
  instruction: RemittanceInstruction,
  { state, isWithdrawn }: { state: BoletoState; isWithdrawn: boolean },
): boolean {
  if (instruction === 'register') return state === 'made' && !isWithdrawn
  return state === 'made' || state === 'sent' || state === 'registered'
}

export const maxBoletosPerFile = 1_000 // the next file contains further boletos

/** Returns 'CB211101.REM', as banks expect: day, month, last two digits of the file number. */
export function formatRemittanceFileName(sequence: number, madeOn: CivilDate): string {
  const [, month = '', day = ''] = madeOn.split('-')
  return `CB${day}${month}${String(sequence % 100).padStart(2, '0')}.REM`
}
