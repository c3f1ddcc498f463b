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

const textSchema = z.string()

const freeFieldInput = z.discriminatedUnion('bank', [
  z.object({
    bank: z.literal('001'),
    convenio: textSchema,
    ourNumber: textSchema,
    carteira: textSchema,
    agencia: textSchema.optional(),
    conta: textSchema.optional(),
  }),
  z.object({
    bank: z.literal('341'),
    carteira: textSchema,
    ourNumber: textSchema,
    agencia: textSchema.optional(),
    conta: textSchema.optional(),
    yourNumber: textSchema.optional(),
    client: textSchema.optional(),
  }),
  z.object({
    bank: z.literal('237'),
    agencia: textSchema,
    carteira: textSchema,
    ourNumber: textSchema,
    conta: textSchema,
  }),
  z.object({
    bank: z.literal('033'),
    convenio: textSchema,
    ourNumber: textSchema,
    carteira: textSchema,
    ios: textSchema.optional(),
  }),
  z.object({
    bank: z.literal('104'),
    beneficiario: textSchema,
    ourNumber15: textSchema,
    const1: textSchema,
    const2: textSchema,
  }),
  z.object({
    bank: z.literal('756'),
    carteira: textSchema,
    agencia: textSchema,
    modalidade: textSchema,
    beneficiario: textSchema,
    ourNumber: textSchema,
    parcela: textSchema,
  }),
  z.object({
    bank: z.literal('748'),
    carteira: textSchema,
    agencia: textSchema,
    posto: textSchema,
    beneficiario: textSchema,
    ourNumber: textSchema,
  }),
])

const wholeNumberSchema = z.number().int().min(0)
const lateInput = z.object({
  valueCents: wholeNumberSchema,
  dueDate: textSchema,
  paidOn: textSchema,
  finePercent: wholeNumberSchema,
  interestPercent: wholeNumberSchema,
})

export const checks: ReadonlyMap<string, Check> = new Map([
  ['boleto/parse', checkWith(z.object({ line: textSchema, referenceDate: textSchema }), parseBoletoLine)],
  ['boleto/validate', checkWith(z.object({ line: textSchema }), judgeBoletoLine)],
  ['boleto_factor/date_to_factor', checkWith(z.object({ date: textSchema.nullable() }), checkFactorOfDate)],
  [
    'boleto_factor/factor_to_date',
    checkWith(z.object({ factor: textSchema, referenceDate: textSchema }), checkDateOfFactor),
  ],
  ['boleto_free_field/build', checkWith(freeFieldInput, buildFreeField)],
  ['cpf/validate', checkWith(z.object({ value: textSchema }), judgeCpf)],
  ['cnpj/validate', checkWith(z.object({ value: textSchema }), judgeCnpj)],
  ['cnpj/normalise', checkWith(z.object({ value: textSchema }), checkNormalisedCnpj)],
  ['cnpj/check_digits', checkWith(z.object({ base12: textSchema }), checkDigitsOfCnpj)],
  ['tracking/validate', checkWith(z.object({ value: textSchema }), judgeTrackingCode)],
  ['aircraft/validate', checkWith(z.object({ value: textSchema }), judgeRegistration)],
  ['pix/parse', checkWith(z.object({ payload: textSchema }), checkPixParsing)],
  ['pix/validate', checkWith(z.object({ payload: textSchema }), checkPixFaults)],
  ['pix/crc16', checkWith(z.object({ text: textSchema }), checkTextCrc)],
  ['pix/build_static', checkWith(staticPixInput, checkPixBuilding)],
  ['cnab_return/parse_detail_400', checkWith(detailInput, readDetail)],
  ['cnab_return/parse_segments_240', checkWith(segmentsInput, readSegments)],
  ['late_amount/at_rate', checkWith(lateInput, computeAmountAtRate)],
  ['calendar/is_banking_day', checkWith(z.object({ date: textSchema }), judgeBankingDay)],
  ['nfe_key/validate', checkWith(z.object({ key: textSchema }), judgeAccessKey)],
  ['ie/doubt', checkWith(z.object({ state: textSchema, ie: textSchema }), findIeDoubt)],
])

function checkWith<Input>(shape: z.ZodType<Input>, check: (input: Input) => object): Check {
  return (input) => {
    const parsed = shape.safeParse(input)
    if (!parsed.success) throw new TypeError(`the input cannot be read: ${z.prettifyError(parsed.error)}`)
    return check(parsed.data)
  }
}

function parseBoletoLine({ line, referenceDate }: { line: string; referenceDate: string }) {
  return parseLine(line, referenceDate)
}

function judgeBoletoLine({ line }: { line: string }) {
  const failingChecks = listFailingChecks(line)
  return { valid: failingChecks.length === 0, failing: failingChecks }
}

function checkFactorOfDate({ date }: { date: string | null }) {
  return { factor: calculateDueDateFactor(date) }
}

function checkDateOfFactor({ factor, referenceDate }: { factor: string; referenceDate: string }) {
  return { dueDate: parseDueDateFactor(factor, referenceDate) }
}

// The vectors allow punctuation in a CPF, but not in a CNPJ, so only a CPF is normalised.
function judgeCpf({ value }: { value: string }) {
  const normalised = normaliseCpf(value)
  return normalised !== null && isValidCpf(normalised)
    ? { valid: true, formatted: formatCpf(normalised) }
    : { valid: false }
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

// The vectors allow tracking codes and registrations only in their stored form, so neither is normalised.
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
  const amountDue = calculateAmountDue(
    { value: valueCents, dueDate, terms: { ...noTerms, ...rates } },
    paidOn,
  )
  return { totalCents: new Range(amountDue.total, amountDue.highest) }
}

function judgeBankingDay({ date }: { date: string }) {
  return { bankingDay: isBusinessDay(date) }
}

function judgeAccessKey({ key }: { key: string }) {
  return { valid: readAccessKey(key).ok }
}

function findIeDoubt({ state, ie }: { state: string; ie: string }) {
  // Without a limit of length, since the state's own rules judge it.
  const parsed = normaliseIe(ie, Number.POSITIVE_INFINITY)
  return { doubt: parsed.ok ? getIeDoubt(parsed.value, state) : parsed.reason }
}
