import type { BankAgreement } from '#app/domain/bank-agreement.ts'
import type { CivilDate } from '#app/domain/calendar.ts'
import type { CnabBank, CnabFormat } from '#app/domain/cnab-occurrence.ts'
import { readBankReturn } from '#app/domain/cnab-return.ts'
import { ownBankIssuer } from '#app/gateways/boleto-issuer/own-bank.server.ts'
import { contentOf, keepBankFile } from '#app/models/bank-file.server.ts'
import { findBoleto, recordBoleto } from '#app/models/boleto.server.ts'
import { bytes, return240, return400 } from '#tests/domain/cnab-files.ts'
import { makeStaff } from './expeditions.ts'
import { makeOrder, profileOf } from './orders.ts'
import { makeDownload } from './publications.ts'

export const agreements: Record<CnabBank, BankAgreement> = {
  '001': {
    bank: '001',
    agencyPrinted: '1234-3',
    accountPrinted: '56789-0',
    agreement: '7654321',
    wallet: '17',
  },
  '341': { bank: '341', agency: '0111', account: '12345', wallet: '109' },
  '237': {
    bank: '237',
    agency: '1234',
    agencyPrinted: '1234-3',
    account: '0056789',
    accountPrinted: '56789-0',
    wallet: '09',
  },
}

/** An order of a new customer with its slip of R$ 80,00 under the shop's agreement with a bank. */
export async function makeOrderWithSlip(bank: CnabBank = '001') {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const request = {
    orderId,
    ordinal: 0,
    reference: `pedido-${orderId}-0`,
    value: 80_00,
    documentDate: '2026-11-17',
    dueDate: '2026-11-20',
  }
  await recordBoleto(orderId, await ownBankIssuer(agreements[bank]).issue(request))
  const slip = await findBoleto(orderId)
  if (!slip) throw new Error('no slip was made')
  return { orderId, userId, profileId: await profileOf(userId), slip }
}

/** What a bank tells of a slip; amounts in centavos, `paid` is the amount field whatever the code. */
export type Told = {
  code: string
  /** as our slip has it: 10, 8 or 11 digits */
  number: string
  value?: number
  paid?: number
  on?: CivilDate
  reasons?: string
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')
const short = (date: CivilDate) => `${date.slice(8)}${date.slice(5, 7)}${date.slice(2, 4)}`
const long = (date: CivilDate) => `${date.slice(8)}${date.slice(5, 7)}${date.slice(0, 4)}`

/** The bytes of a return file: the bank's file `sequence` with what it tells, in this order. */
export function returnFile(
  told: readonly Told[],
  {
    bank = '001',
    format = 400,
    sequence = 1,
  }: { bank?: CnabBank; format?: CnabFormat; sequence?: number } = {},
): Uint8Array {
  const records =
    format === 400
      ? return400(
          bank,
          told.map((each) => detail400(bank, each)),
        )
      : return240(
          bank,
          told.map((each) => segments240(bank, each)),
        )
  const [header = '', ...others] = records
  return bytes([numbered(header, sequence, bank, format), ...others])
}

function numbered(header: string, sequence: number, bank: CnabBank, format: CnabFormat): string {
  const [from, length] = format === 240 ? [158, 6] : bank === '001' ? [101, 7] : [109, 5]
  return header.slice(0, from - 1) + digits(sequence, length) + header.slice(from - 1 + length)
}

const numberAt400 = {
  '001': (number: string) => ({ 64: `7654321${number}`, 107: '17' }),
  '341': (number: string) => ({ 83: '109', 86: number }),
  '237': (number: string) => ({ 22: '009', 71: number }),
}
const numberAt240 = {
  '001': (number: string) => ({ 38: `7654321${number}` }),
  '341': (number: string) => ({ 38: '109', 41: number }),
  '237': (number: string) => ({ 38: '009', 46: number }),
}

function detail400(bank: CnabBank, told: Told): Record<number, string> {
  const { code, number, value = 80_00, paid = 0, on = '2026-11-19', reasons = '' } = told
  const at = { '001': 87, '341': 378, '237': 319 }[bank]
  return {
    ...numberAt400[bank](number),
    109: code,
    111: short(on),
    117: number.slice(-10).replace(/^0+(?=.)/, ''),
    147: '201126',
    153: digits(value, 13),
    [bank === '001' ? 176 : 296]: '201126',
    254: digits(paid, 13),
    [at]: reasons,
  }
}

function segments240(bank: CnabBank, told: Told) {
  const { code, number, value = 80_00, paid = 0, on = '2026-11-19', reasons = '' } = told
  return {
    t: { 16: code, ...numberAt240[bank](number), 74: '20112026', 82: digits(value, 15), 214: reasons },
    u: { 78: digits(paid, 15), 93: digits(paid, 15), 138: long(on), 146: '20112026' },
  }
}

/** Keeps a return file as an upload by staff does, without its bytes in the storage; gives its number and who brought it. */
export async function keepFile(content: Uint8Array, name = 'retorno.ret') {
  const read = readBankReturn(content)
  if (!read.valid) throw new Error(JSON.stringify(read.faults))
  const createdBy = await makeStaff()
  const kept = await keepBankFile(read, { ...contentOf(content), name, source: 'upload', createdBy })
  return { ...kept, createdBy }
}
