import { z } from 'zod'
import { bankCodes, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import { readDetail400 } from '#app/domain/charges/cnab/cnab-detail-400.ts'
import { findBankByHeader400, isReturnHeader400 } from '#app/domain/charges/cnab/cnab-return-400.ts'
import { readSegments240 } from '#app/domain/charges/cnab/cnab-segments-240.ts'

const bank = z.enum(bankCodes)
const recordSchema = (length: number) => z.string().length(length)

export const detailInput = z.object({ bank, header: recordSchema(400), line: recordSchema(400) })
export const segmentsInput = z.object({ bank, segmentT: recordSchema(240), segmentU: recordSchema(240) })

/** Returns the record's fields by the names of the vectors. Throws if the header is not the bank's. */
export function readDetail({ bank, header, line }: z.output<typeof detailInput>) {
  if (!isReturnHeader400(header)) throw new RangeError('the header is not of a return file')
  if (findBankByHeader400(header) !== bank) throw new RangeError('the header is of another bank')
  const { meaning, value, receivedAmount, paidAmount, fee, ourNumberDigit, ...fields } = readDetail400(
    bank,
    line,
  )
  return {
    ...fields,
    settled: meaning === 'settled',
    titleCents: value,
    receivedCents: receivedAmount,
    paidCents: paidAmount,
    feeCents: fee,
    ...makeNumberDigit(bank, ourNumberDigit),
  }
}

/** Returns the segments' fields by the names of the vectors. Position 14 of a segment is its letter. */
export function readSegments({ bank, segmentT, segmentU }: z.output<typeof segmentsInput>) {
  const isPair = [segmentT, segmentU].every((segment) => segment.startsWith(bank))
  if (!isPair || segmentT[13] !== 'T' || segmentU[13] !== 'U') {
    throw new RangeError('these are not segments T and U of the bank')
  }
  const { meaning, value, receivedAmount, paidAmount, net, fee, occurrence, ourNumberDigit, ...fields } =
    readSegments240(bank, segmentT, segmentU)
  return {
    ...fields,
    movement: occurrence,
    settled: meaning === 'settled',
    titleCents: value,
    paidCents: paidAmount ?? receivedAmount,
    netCents: net,
    feeCents: fee,
    ...makeNumberDigit(bank, ourNumberDigit),
  }
}

/** The vectors call the check digit of our number DAC for Itaú, and DV for the other banks. */
function makeNumberDigit(bank: CnabBank, digit: string | null) {
  return bank === '341' ? { ourNumberDac: digit } : { ourNumberDv: digit }
}
