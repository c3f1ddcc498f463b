import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { banks, type RemittanceAgreement } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { remittance240 } from '#app/domain/charges/cnab/cnab-remittance-240.ts'
import { remittance400 } from '#app/domain/charges/cnab/cnab-remittance-400.ts'
import { accountOf, type RemittanceSlip } from '#app/domain/charges/cnab/cnab-slip.ts'
import { slipFaults } from '#app/domain/charges/cnab/cnab-slip-faults.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** What a remittance file is made of. `sequence` counts the files of the agreement; `time` is 'HH:MM' of that day. */
export type Remittance = {
  format: CnabFormat
  agreement: RemittanceAgreement
  company: { name: string; document: string }
  date: CivilDate
  time: string
  sequence: number
  slips: readonly RemittanceSlip[]
}

/**
 * The remittance file that tells the bank of some slips, ready to be sent: ASCII, records ended by CRLF.
 * Throws RangeError for no slips, a slip with faults (see slipFaults), or facts that do not fit their fields.
 */
export function makeRemittance({ format, agreement, slips, ...facts }: Remittance): string {
  needSlips(agreement, slips)
  const { document } = facts.company
  if (!isValidCpf(document) && !isValidCnpj(document)) throw new RangeError(`no CPF or CNPJ: ${document}`)
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(facts.time)) throw new RangeError(`not a time of day: ${facts.time}`)
  const file = { ...facts, account: accountOf(agreement) }
  const layouts = banks[agreement.bank].remittances
  const records =
    format === 400 ? remittance400(layouts[400], file, slips) : remittance240(layouts[240], file, slips)
  return records.map((record) => `${record}\r\n`).join('')
}

function needSlips({ bank }: RemittanceAgreement, slips: readonly RemittanceSlip[]): void {
  if (slips.length === 0) throw new RangeError('a remittance without slips')
  for (const slip of slips) {
    const faults = slipFaults(bank, slip)
    if (faults.length > 0) throw new RangeError(`slip ${slip.ourNumber}: ${faults.join(', ')}`)
  }
}
