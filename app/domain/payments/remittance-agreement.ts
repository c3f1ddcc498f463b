import type { BankAgreement } from '#app/domain/charges/bank-agreement.ts'
import { buildFreeField } from '#app/domain/charges/boleto-free-field.ts'
import {
  type RemittanceAgreement,
  type RemittanceInstruction,
  type RemittanceSlip,
  type SlipFault,
  slipFaults,
} from '#app/domain/charges/cnab/cnab-slip.ts'
import type { SlipState } from '#app/domain/charges/slip-state.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** What an agreement does not say, or not so that it fits, though the bank wants it in a remittance file. */
export type AgreementGap = 'agency' | 'account' | 'variation' | 'company-code'

export type RemittanceReadiness =
  | { agreement: RemittanceAgreement; lacks: [] }
  | { agreement: null; lacks: AgreementGap[] }

type Of<Bank extends BankAgreement['bank']> = Extract<BankAgreement, { bank: Bank }>

/** The agreement as remittance files need it: numbers and check digits apart, as printed; or what it lacks for that. */
export function remittanceAgreementOf(agreement: BankAgreement): RemittanceReadiness {
  if (agreement.bank === '001') return bancoDoBrasil(agreement)
  if (agreement.bank === '237') return bradesco(agreement)
  const { bank, agency, account, wallet } = agreement
  return { agreement: { bank, agency, account, wallet }, lacks: [] }
}

function bancoDoBrasil({ bank, agreement, wallet, variation = '', ...printed }: Of<'001'>) {
  const agency = inParts(printed.agencyPrinted, 4)
  const account = inParts(printed.accountPrinted, 8)
  const facts = { bank, agreement, wallet, variation, ...named(agency, account) }
  return readiness(facts, { agency, account, variation: /^\d{3}$/.test(variation) })
}

function bradesco({ bank, wallet, companyCode = '', ...of }: Of<'237'>) {
  const agency = inParts(of.agencyPrinted, 4, of.agency)
  const account = inParts(of.accountPrinted, 7, of.account)
  const facts = { bank, wallet, companyCode, ...named(agency, account) }
  return readiness(facts, { agency, account, 'company-code': /^\d{1,20}$/.test(companyCode) })
}

type Parts = { number: string; digit: string }

/** '1234-3' → number and digit; undefined without a digit, too long, or when it is not the number that is `expected`. */
function inParts(printed: string, length: number, expected?: string): Parts | undefined {
  const [, number, digit] = /^(\d+)-([\dXP])$/.exec(printed) ?? []
  if (!number || !digit || number.length > length) return undefined
  if (expected !== undefined && number.padStart(length, '0') !== expected) return undefined
  return { number: expected ?? number, digit }
}

function named(agency: Parts | undefined, account: Parts | undefined) {
  return {
    agency: agency?.number ?? '',
    agencyDigit: agency?.digit ?? '',
    account: account?.number ?? '',
    accountDigit: account?.digit ?? '',
  }
}

function readiness(
  agreement: RemittanceAgreement,
  has: Partial<Record<AgreementGap, unknown>>,
): RemittanceReadiness {
  const gaps = ['agency', 'account', 'variation', 'company-code'] as const
  const lacks = gaps.filter((gap) => gap in has && !has[gap])
  return lacks.length > 0 ? { agreement: null, lacks } : { agreement, lacks: [] }
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
function freeFieldOf(of: RemittanceAgreement, ourNumber: string): string {
  const carteira = of.wallet
  if (of.bank === '001')
    return buildFreeField({ bank: of.bank, convenio: of.agreement, carteira, ourNumber }).freeField
  const account = { agencia: of.agency, conta: of.account, carteira, ourNumber }
  return of.bank === '341'
    ? buildFreeField({ bank: of.bank, ...account }).freeField
    : buildFreeField({ bank: of.bank, ...account }).freeField
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
