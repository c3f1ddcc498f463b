import { z } from 'zod'
import type { AgreementField } from '#app/domain/charges/banks/agreement-fields.ts'
import {
  type BankAgreement,
  bankCodes,
  banks,
  type CnabBank,
  listUnfitFields,
  readAgreement,
} from '#app/domain/charges/banks/banks.ts'
import { getBoletoNumberWidth } from '#app/domain/charges/boleto-number.ts'
import { normalisedText, optionalText } from '#app/forms/text-field.ts'
import { bankTexts } from '#app/text/settings/banks/banks.ts'

/** Version of the setting that the form showed. */
const lock_version = z.coerce.number().int().min(0).default(0)

const digitsOnly = /^\d+$/

function makeDigitsSchema(lengths: readonly number[]) {
  const hasValidLength = (text: string) => digitsOnly.test(text) && lengths.includes(text.length)
  return normalisedText(
    (text) => (hasValidLength(text) ? text : null),
    `Digite ${lengths.join(' ou ')} números, sem traço nem dígito`,
  )
}

function makeWalletSchema(values: readonly string[]) {
  const [onlyWallet] = values
  const message =
    values.length === 1
      ? `A loja emite boletos só pela carteira ${onlyWallet}`
      : `Digite uma carteira do banco: ${new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(values)}`
  return normalisedText((text) => (values.includes(text.toUpperCase()) ? text.toUpperCase() : null), message)
}

const printedPattern = /^\d{1,12}(-[\dXxPp])?$/

/** Parses agency or account as printed on the boleto, usually with a check digit ('1234-3'). */
const printedSchema = normalisedText(
  (text) => (printedPattern.test(text) ? text.toUpperCase() : null),
  'Digite como sai no boleto, com dígito, como 1234-3',
)

const MAX_DIGITS_LENGTH = 30

/** Parses a text that matches `pattern`; an omitted field becomes ''. */
function makeOptionalDigitsSchema(pattern: RegExp, message: string) {
  return optionalText(MAX_DIGITS_LENGTH).refine((text) => text === '' || pattern.test(text), message)
}

const remittanceNumberPattern = /^0{0,5}[1-9]\d{0,5}$/

/** Parses the number of the next remittance file; an empty field becomes undefined. */
const nextRemittance = makeOptionalDigitsSchema(
  remittanceNumberPattern,
  'Digite um número de 1 a 999999',
).transform((text) => (text === '' ? undefined : Number(text)))

/** Parses the next boleto number, limited to the bank's digits; an empty field becomes undefined. */
function makeNextNumberSchema(bank: CnabBank) {
  const width = banks[bank].getNumberWidth('')
  const isNumberInWidth = (text: string) => digitsOnly.test(text) && text.length <= width && Number(text) > 0
  return optionalText(MAX_DIGITS_LENGTH)
    .refine(
      (text) => text === '' || isNumberInWidth(text),
      `Digite só o número, de até ${width} algarismos, ${bankTexts[bank].numberFormatHint}`,
    )
    .transform((text) => (text === '' ? undefined : Number(text)))
}

/** Messages of optional fields, by 'bank.field' or by field. */
const optionalMessages: Readonly<Partial<Record<string, string>>> = {
  variation: 'Digite os 3 números da variação, como 019',
  companyCode: 'Digite só os números do código, até 20',
  accountDigit: 'Digite um número só',
  agreedDays: 'Digite de 1 a 99 dias, ou deixe vazio',
  format: 'Escolha um formato, ou nenhum',
  '033.companyCode': 'Digite os 20 números do código',
}

function makeAgreementFieldSchema(bank: CnabBank, name: string, field: AgreementField) {
  if (field.kind === 'printed') return printedSchema
  if (field.kind === 'digits') return makeDigitsSchema(field.lengths)
  // The wallet is the only field of this kind.
  if (field.kind === 'known') return makeWalletSchema(field.values)
  const message = optionalMessages[`${bank}.${name}`] ?? optionalMessages[name]
  if (!message) throw new Error(`no message for agreement field ${name} of bank ${bank}`)
  const text = makeOptionalDigitsSchema(field.pattern, message)
  return field.kind === 'omitted' ? text.transform((optionalValue) => optionalValue || undefined) : text
}

/** Parses the agreement and, separately, the next boleto number. */
function makeAgreementSchema(bank: CnabBank) {
  const fields = Object.entries(banks[bank].agreementFields)
  return z
    .object({
      ...Object.fromEntries(
        fields.map(([name, field]) => [name, makeAgreementFieldSchema(bank, name, field)]),
      ),
      nextRemittance,
      nextNumber: makeNextNumberSchema(bank),
    })
    .transform(({ nextNumber, ...terms }, context) => {
      const agreement = readAgreement({ bank, ...terms })
      const unfitFields = agreement ? listUnfitFields(agreement) : []
      for (const name of unfitFields)
        context.addIssue({ code: 'custom', path: [name], message: unfitMessages[name] ?? unfitMessage })
      const isNextNumberTooLong =
        agreement && String(nextNumber ?? '').length > getBoletoNumberWidth(agreement)
      if (isNextNumberTooLong)
        context.addIssue({ code: 'custom', path: ['nextNumber'], message: formatTooLongMessage(agreement) })
      return { agreement, nextNumber }
    })
}

const unfitMessage = 'Digite como no contrato com o banco'
/** Messages for well-formed values that the bank does not accept, by field. */
const unfitMessages: Readonly<Partial<Record<string, string>>> = {
  agencyPrinted: 'Digite com o dígito, como 1234-3: o código de barras leva este número',
  accountPrinted: 'Digite com o dígito, como 12345-6: o código de barras leva este número',
  agreement: 'Com 7 números, o código começa em 1100000',
}

function formatTooLongMessage(agreement: BankAgreement): string {
  return `Neste convênio o número tem até ${getBoletoNumberWidth(agreement)} algarismos`
}

/** Accepts any value and discards it. */
const ignoredSchema = z
  .unknown()
  .optional()
  .transform(() => undefined)

/** The fields of a bank are in a group such as `b001`. Only the chosen bank's group is parsed. */
export function makeBankSchema(chosenBank: unknown) {
  const groups = bankCodes.map(
    (code) => [`b${code}`, code === chosenBank ? makeAgreementSchema(code) : ignoredSchema] as const,
  )
  return z
    .object({ lock_version, bank: z.enum(bankCodes, { error: 'Escolha o banco' }) })
    .and(z.object(Object.fromEntries(groups)))
}
