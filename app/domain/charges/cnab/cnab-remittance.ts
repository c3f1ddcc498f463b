import { isValidCnpj } from '#app/domain/accounts/cnpj.ts'
import { isValidCpf } from '#app/domain/accounts/cpf.ts'
import { banks, type RemittanceAgreement } from '#app/domain/charges/banks/banks.ts'
import {
  needsCnab240,
  type RemittanceBoleto,
  toRemittanceAccount,
} from '#app/domain/charges/cnab/cnab-boleto.ts'
import { listBoletoFaults } from '#app/domain/charges/cnab/cnab-boleto-faults.ts'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { writeRemittance240 } from '#app/domain/charges/cnab/cnab-remittance-240.ts'
import { writeRemittance400 } from '#app/domain/charges/cnab/cnab-remittance-400.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** A remittance. `sequence` is the file's number within the agreement; `time` is 'HH:MM'. */
export type Remittance = {
  format: CnabFormat
  agreement: RemittanceAgreement
  company: { name: string; document: string }
  date: CivilDate
  time: string
  sequence: number
  boletos: readonly RemittanceBoleto[]
}

/** Returns ASCII lines with CRLF. Throws RangeError if there are no boletos, or if one or the company is invalid. */
export function writeRemittance({ format, agreement, boletos, ...data }: Remittance): string {
  requireValidBoletos(agreement, boletos)
  const boletoWithMonthlyRate = format === 400 ? boletos.find(needsCnab240) : undefined
  if (boletoWithMonthlyRate)
    throw new RangeError(`boleto ${boletoWithMonthlyRate.ourNumber}: CNAB 400 has no monthly rate`)
  const { document } = data.company
  if (!isValidCpf(document) && !isValidCnpj(document)) throw new RangeError(`no CPF or CNPJ: ${document}`)
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(data.time)) throw new RangeError(`not a time of day: ${data.time}`)
  const file = { ...data, account: toRemittanceAccount(agreement) }
  const layouts = banks[agreement.bank].remittances
  const layout400 = typeof layouts[400] === 'function' ? layouts[400](file.account) : layouts[400]
  const records =
    format === 400
      ? writeRemittance400(layout400, file, boletos)
      : writeRemittance240(layouts[240], file, boletos)
  return records.map((record) => `${record}\r\n`).join('')
}

function requireValidBoletos(agreement: RemittanceAgreement, boletos: readonly RemittanceBoleto[]): void {
  if (boletos.length === 0) throw new RangeError('a remittance without boletos')
  for (const boleto of boletos) {
    const faults = listBoletoFaults(agreement, boleto)
    if (faults.length > 0) throw new RangeError(`boleto ${boleto.ourNumber}: ${faults.join(', ')}`)
  }
}
