import { z } from 'zod'
import { formatPhone, normalisePhone } from '#app/domain/accounts/phone.ts'
import type { AgreementField } from '#app/domain/charges/banks/agreement-fields.ts'
import {
  type BankAgreement,
  bankCodes,
  banks,
  type CnabBank,
  readAgreement,
  unfitFieldsOf,
} from '#app/domain/charges/banks/banks.ts'
import { boletoNumberWidth } from '#app/domain/charges/boleto-number.ts'
import { normalisePixKey } from '#app/domain/charges/pix-key.ts'
import { parseCivilDate } from '#app/domain/platform/calendar.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { highestMinimum, issuerNames, usualMinimum } from '#app/domain/settings/issuer.ts'
import { pixKinds } from '#app/domain/settings/own-pix.ts'
import { addressSchema } from '#app/forms/address.ts'
import { companyFields, emailField } from '#app/forms/profile.ts'
import { normalisedText, optionalLines, optionalText, requiredText } from '#app/forms/text-field.ts'
import { promisesTerms } from '#app/text/charges/terms-labels.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

/** How often the setting had been saved when its form was opened. */
const lock_version = z.coerce.number().int().min(0).default(0)

const phone = normalisedText(
  (text) => (normalisePhone(text) ? formatPhone(text) : null),
  'Telefone incorreto: use DDD e número, como (14) 3333-0000',
)

/** The company that sells, as on boletos, mails and the foot of every page. */
export const companySchema = addressSchema.extend({
  lock_version,
  name: requiredText(150),
  trade_name: requiredText(80),
  cnpj: companyFields(14).cnpj,
  phone,
  email: emailField,
  officer_name: optionalText(80),
  officer_email: optionalText(254).refine(
    (text) => text === '' || emailField.safeParse(text).success,
    'E-mail incorreto: confira se está completo, como nome@exemplo.com.br',
  ),
})

function digits(lengths: readonly number[]) {
  const isRight = (text: string) => /^\d+$/.test(text) && lengths.includes(text.length)
  return normalisedText(
    (text) => (isRight(text) ? text : null),
    `Digite ${lengths.join(' ou ')} números, sem traço nem dígito`,
  )
}

function oneOf(values: readonly string[]) {
  const [only] = values
  const message =
    values.length === 1
      ? `A loja emite boletos só pela carteira ${only}`
      : `Digite uma carteira do banco: ${new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(values)}`
  return normalisedText((text) => (values.includes(text.toUpperCase()) ? text.toUpperCase() : null), message)
}

/** What stands on the boleto: numbers with a check digit, as '1234-3'. */
const printed = normalisedText(
  (text) => (/^\d{1,12}(-[\dXxPp])?$/.test(text) ? text.toUpperCase() : null),
  'Digite como sai no boleto, com dígito, como 1234-3',
)

/** Digits that may be left out; gives an empty text then. */
function optionalDigits(pattern: RegExp, message: string) {
  return optionalText(30).refine((text) => text === '' || pattern.test(text), message)
}

/** The number of a file at the bank; undefined when it is left empty. */
const nextRemittance = optionalDigits(/^0{0,5}[1-9]\d{0,5}$/, 'Digite um número de 1 a 999999').transform(
  (text) => (text === '' ? undefined : Number(text)),
)

/** The number of the next boleto, in the bank's width; undefined when it is left empty. */
function nextNumber(bank: CnabBank) {
  const width = banks[bank].numberWidth('')
  return optionalText(30)
    .refine(
      (text) => text === '' || (/^\d+$/.test(text) && text.length <= width && Number(text) > 0),
      `Digite só o número, de até ${width} algarismos, ${bankTexts[bank].numberWithout}`,
    )
    .transform((text) => (text === '' ? undefined : Number(text)))
}

/** What a boleto does without is said more exactly. */
const optionalMessages: Readonly<Partial<Record<string, string>>> = {
  variation: 'Digite os 3 números da variação, como 019',
  companyCode: 'Digite só os números do código, até 20',
  accountDigit: 'Digite um número só',
  agreedDays: 'Digite de 1 a 99 dias, ou deixe vazio',
  '033.companyCode': 'Digite os 20 números do código',
}

function agreementField(bank: CnabBank, name: string, field: AgreementField) {
  if (field.kind === 'printed') return printed
  if (field.kind === 'digits') return digits(field.lengths)
  if (field.kind === 'known') return oneOf(field.values)
  const message = optionalMessages[`${bank}.${name}`] ?? optionalMessages[name]
  if (!message) throw new Error(`no message for the field ${name}`)
  const text = optionalDigits(field.pattern, message)
  return field.kind === 'days' ? text.transform((days) => days || undefined) : text
}

/** The fields of the agreement with a bank; its next number is not the agreement's. */
function agreementSchema(bank: CnabBank) {
  const fields = Object.entries(banks[bank].agreementFields)
  return z
    .object({
      ...Object.fromEntries(fields.map(([name, field]) => [name, agreementField(bank, name, field)])),
      nextRemittance,
      nextNumber: nextNumber(bank),
    })
    .transform(({ nextNumber, ...terms }, context) => {
      const agreement = readAgreement({ bank, ...terms })
      const unfit = agreement ? unfitFieldsOf(agreement) : []
      for (const name of unfit)
        context.addIssue({ code: 'custom', path: [name], message: unfitMessages[name] ?? unfitMessage })
      const isTooLong = agreement && String(nextNumber ?? '').length > boletoNumberWidth(agreement)
      if (isTooLong)
        context.addIssue({ code: 'custom', path: ['nextNumber'], message: tooLongNumber(agreement) })
      return { agreement, nextNumber }
    })
}

const unfitMessage = 'Digite como no contrato com o banco'
/** Fields that have to be read in the barcode. */
const unfitMessages: Readonly<Partial<Record<string, string>>> = {
  agencyPrinted: 'Digite com o dígito, como 1234-3: o código de barras leva este número',
  accountPrinted: 'Digite com o dígito, como 12345-6: o código de barras leva este número',
  agreement: 'Com 7 números, o código começa em 1100000',
}

function tooLongNumber(agreement: BankAgreement): string {
  return `Neste convênio o número tem até ${boletoNumberWidth(agreement)} algarismos`
}

const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined)

/** The agreement with the chosen bank, its fields named after its code; what the other banks' fields say is ignored. */
export function bankSchema(chosen: unknown) {
  const groups = bankCodes.map(
    (code) => [`b${code}`, code === chosen ? agreementSchema(code) : ignored] as const,
  )
  return z
    .object({ lock_version, bank: z.enum(bankCodes, { error: 'Escolha o banco' }) })
    .and(z.object(Object.fromEntries(groups)))
}

function wholeNumber(min: number, max: number) {
  return normalisedText((text) => {
    const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : null
  }, `Digite um número de ${min} a ${max}`)
}

const maxInstructions = 6
const maxInstructionLength = 90
const ticked = z
  .string()
  .optional()
  .transform((value) => value === 'on')

/** The owner's switches (D8, D16, D51, D64). */
export const shopSchema = z.object({
  lock_version,
  boleto_due_days: wholeNumber(1, 30),
  handling_days: wholeNumber(0, 60),
  quote_days: wholeNumber(1, 90),
  freight_to_be_agreed: ticked,
  ie_max_length: wholeNumber(12, 14),
  reveals_unknown_email: ticked,
  only_superusers_change_prices: ticked,
  second_factor_from: z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text?.trim()) return null
      const date = parseCivilDate(text)
      if (date === null) context.addIssue('Data incorreta: use dia/mês/ano, como 21/11/2026')
      return date
    }),
  boleto_instructions: optionalLines(1000)
    .transform((text) => text.split('\n').filter((line) => line.trim() !== ''))
    .refine((lines) => lines.length <= maxInstructions, `Use no máximo ${maxInstructions} linhas`)
    .refine(
      (lines) => lines.every((line) => line.length <= maxInstructionLength),
      `Use no máximo ${maxInstructionLength} caracteres por linha`,
    )
    .refine(
      (lines) => !lines.some(promisesTerms),
      'Multa, juros, desconto, protesto e prazo para pagar não se escrevem aqui: o banco não os saberia. Use Multa, juros e desconto, nas configurações',
    ),
})

/** Who makes new boletos; what a gateway's boletos show as agency and wallet may stay empty. */
export const issuerSchema = z.object({
  lock_version,
  issuer: z.enum(issuerNames, { error: 'Escolha quem emite os boletos' }),
  agency_and_code: optionalText(30),
  wallet: optionalText(5),
  minimum: optionalText(12).transform((text, context) => {
    const centavos = text === '' ? usualMinimum : parseReais(text)
    if (centavos !== null && centavos >= 0 && centavos <= highestMinimum) return centavos
    context.addIssue('Digite um valor de 0,00 a 50,00')
    return z.NEVER
  }),
})

/** The key as the DICT has it; needed once Pix is offered. */
export const pixSchema = z
  .object({
    lock_version,
    is_offered: ticked,
    key: optionalText(100)
      .refine(
        (text) => text === '' || normalisePixKey(text) !== null,
        'Chave incorreta: digite CNPJ, CPF, e-mail, telefone como +5514999990000 ou a chave aleatória',
      )
      .transform((text) => normalisePixKey(text)?.key ?? ''),
    kind: z.enum(pixKinds, { error: 'Escolha o tipo de cobrança' }),
  })
  .refine(({ is_offered, key }) => !is_offered || key !== '', {
    path: ['key'],
    message: 'Digite a chave Pix para oferecê-lo',
  })
