import { z } from 'zod'
import { isBrazilianRegistration } from '#app/domain/accounts/aircraft.ts'
import {
  calculateCnpjCheckDigits,
  formatCnpj,
  isAlphanumericCnpj,
  isValidCnpj,
  normaliseCnpj,
} from '#app/domain/accounts/cnpj.ts'
import { formatCpf, isValidCpf, normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { getIeDoubt, normaliseIe } from '#app/domain/accounts/state-registration.ts'
import { buildFreeField } from '#app/domain/charges/banks/free-field.ts'
import {
  calculateDueDateFactor,
  listFailingChecks,
  parseDueDateFactor,
  parseLine,
} from '#app/domain/charges/boleto.ts'
import { calculateAmountDue, noTerms } from '#app/domain/charges/boleto-terms.ts'
import { isTrackingCode } from '#app/domain/checkout/carriers/carriers.ts'
import { readAccessKey } from '#app/domain/orders/invoices/access-key.ts'
import { isBusinessDay } from '#app/domain/platform/calendar.ts'
import { detailInput, readDetail, readSegments, segmentsInput } from './cnab.ts'
import { checkPixBuilding, checkPixFaults, checkPixParsing, checkTextCrc, staticPixInput } from './pix.ts'
import { Range } from './range.ts'

export type Check = (input: unknown) => object

const text = z.string()

const freeFieldInput = z.discriminatedUnion('bank', [
  z.object({
    bank: z.literal('001'),
    convenio: text,
    ourNumber: text,
    carteira: text,
    agencia: text.optional(),
    conta: text.optional(),
  }),
  z.object({
    bank: z.literal('341'),
    carteira: text,
    ourNumber: text,
    agencia: text.optional(),
    conta: text.optional(),
    yourNumber: text.optional(),
    client: text.optional(),
  }),
  z.object({ bank: z.literal('237'), agencia: text, carteira: text, ourNumber: text, conta: text }),
  z.object({ bank: z.literal('033'), convenio: text, ourNumber: text, carteira: text, ios: text.optional() }),
  z.object({ bank: z.literal('104'), beneficiario: text, ourNumber15: text, const1: text, const2: text }),
  z.object({
    bank: z.literal('756'),
    carteira: text,
    agencia: text,
    modalidade: text,
    beneficiario: text,
    ourNumber: text,
    parcela: text,
  }),
  z.object({
    bank: z.literal('748'),
    carteira: text,
    agencia: text,
    posto: text,
    beneficiario: text,
    ourNumber: text,
  }),
])

const whole = z.number().int().min(0)
const lateInput = z.object({
  valueCents: whole,
  dueDate: text,
  paidOn: text,
  finePercent: whole,
  interestPercent: whole,
})

export const checks: ReadonlyMap<string, Check> = new Map([
  ['boleto/parse', ask(z.object({ line: text, referenceDate: text }), checkLine)],
  ['boleto/validate', ask(z.object({ line: text }), judgeLine)],
  ['boleto_factor/date_to_factor', ask(z.object({ date: text.nullable() }), checkFactorOfDate)],
  ['boleto_factor/factor_to_date', ask(z.object({ factor: text, referenceDate: text }), checkDateOfFactor)],
  ['boleto_free_field/build', ask(freeFieldInput, buildFreeField)],
  ['cpf/validate', ask(z.object({ value: text }), judgeCpf)],
  ['cnpj/validate', ask(z.object({ value: text }), judgeCnpj)],
  ['cnpj/normalise', ask(z.object({ value: text }), checkNormalisedCnpj)],
  ['cnpj/check_digits', ask(z.object({ base12: text }), checkDigitsOfCnpj)],
  ['tracking/validate', ask(z.object({ value: text }), judgeTrackingCode)],
  ['aircraft/validate', ask(z.object({ value: text }), judgeRegistration)],
  ['pix/parse', ask(z.object({ payload: text }), checkPixParsing)],
  ['pix/validate', ask(z.object({ payload: text }), checkPixFaults)],
  ['pix/crc16', ask(z.object({ text }), checkTextCrc)],
  ['pix/build_static', ask(staticPixInput, checkPixBuilding)],
  ['cnab_return/parse_detail_400', ask(detailInput, readDetail)],
  ['cnab_return/parse_segments_240', ask(segmentsInput, readSegments)],
  ['late_amount/at_rate', ask(lateInput, computeAmountAtRate)],
  ['calendar/is_banking_day', ask(z.object({ date: text }), judgeDay)],
  ['nfe_key/validate', ask(z.object({ key: text }), judgeAccessKey)],
  ['ie/doubt', ask(z.object({ state: text, ie: text }), findIeDoubt)],
])

function ask<Input>(shape: z.ZodType<Input>, work: (input: Input) => object): Check {
  return (input) => {
    const read = shape.safeParse(input)
    if (!read.success) throw new TypeError(`the input cannot be read: ${z.prettifyError(read.error)}`)
    return work(read.data)
  }
}

function checkLine({ line, referenceDate }: { line: string; referenceDate: string }) {
  return parseLine(line, referenceDate)
}

function judgeLine({ line }: { line: string }) {
  const failing = listFailingChecks(line)
  return { valid: failing.length === 0, failing }
}

function checkFactorOfDate({ date }: { date: string | null }) {
  return { factor: calculateDueDateFactor(date) }
}

function checkDateOfFactor({ factor, referenceDate }: { factor: string; referenceDate: string }) {
  return { dueDate: parseDueDateFactor(factor, referenceDate) }
}

// The vectors allow punctuation in a CPF, but not in a CNPJ.
function judgeCpf({ value }: { value: string }) {
  const bare = normaliseCpf(value)
  return bare !== null && isValidCpf(bare) ? { valid: true, formatted: formatCpf(bare) } : { valid: false }
}

function judgeCnpj({ value }: { value: string }) {
  if (!isValidCnpj(value)) return { valid: false }
  return {
    valid: true,
    formatted: formatCnpj(value),
    alphanumeric: isAlphanumericCnpj(value),
    checkDigits: calculateCnpjCheckDigits(value.slice(0, 12)),
  }
}

function checkNormalisedCnpj({ value }: { value: string }) {
  const normalised = normaliseCnpj(value)
  return { normalised, valid: normalised !== null && isValidCnpj(normalised) }
}

function checkDigitsOfCnpj({ base12 }: { base12: string }) {
  return { checkDigits: calculateCnpjCheckDigits(base12) }
}

// The vectors allow tracking codes and registrations only in their stored form.
function judgeTrackingCode({ value }: { value: string }) {
  if (!isTrackingCode(value)) return { valid: false }
  return { valid: true, service: value.slice(0, 2), checkDigit: value.slice(10, 11) }
}

function judgeRegistration({ value }: { value: string }) {
  if (!isBrazilianRegistration(value)) return { valid: false }
  return { valid: true, nationality: value.slice(0, 2), registration: value.slice(3) }
}

// Accepts any total that settles the boleto, since banks round fractions of a centavo up or down.
function computeAmountAtRate({ valueCents, dueDate, paidOn, ...rates }: z.output<typeof lateInput>) {
  const due = calculateAmountDue({ value: valueCents, dueDate, terms: { ...noTerms, ...rates } }, paidOn)
  return { totalCents: new Range(due.total, due.highest) }
}

function judgeDay({ date }: { date: string }) {
  return { bankingDay: isBusinessDay(date) }
}

function judgeAccessKey({ key }: { key: string }) {
  return { valid: readAccessKey(key).ok }
}

function findIeDoubt({ state, ie }: { state: string; ie: string }) {
  const read = normaliseIe(ie, Number.POSITIVE_INFINITY)
  return { doubt: read.ok ? getIeDoubt(read.value, state) : read.reason }
}
