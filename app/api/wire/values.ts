import { z } from 'zod'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { type Centavos, parseReais } from '#app/domain/platform/money.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

const amountInvalidText = 'Valor incorreto: use reais com até duas casas decimais, como 128.90'
/** The message for '1.234', whose dot separates thousands in Brazil, but decimals in programs. */
const amountAmbiguousText = 'Valor com duas leituras: escreva 1234.00 ou 1.234,00'
const MAX_REAIS = 99_999_999.99

/** Returns a function that chooses the message for a missing or an invalid value. */
export function chooseErrorText(
  invalidText = 'Valor inválido',
  missingText: string = specTexts.fieldRequired,
) {
  return ({ input }: { input?: unknown }) =>
    input === undefined || input === null ? missingText : invalidText
}

/** An amount in responses: reais with two decimals. */
export const reais = z.number().meta({ description: 'Reais, com até duas casas decimais', example: 128.9 })

export function toReais(centavos: Centavos): number {
  return centavos / 100
}

const amount = z.union([z.number(), z.string().max(20)], { error: chooseErrorText(amountInvalidText) })

/** Parses a number or text ("128.90", "128,90", "1.234,56") to centavos. Rejects "1.234". */
export const reaisInput = amount.transform(parseCentavosField)

/** Parses an optional amount. Null and '' mean no amount, because forms send ''. */
export const reaisOrNull = amount
  .transform((value, context) => (value === '' ? null : parseCentavosField(value, context)))
  .nullish()

function parseCentavosField(value: number | string, context: z.core.$RefinementCtx): Centavos {
  const centavos = parseCentavos(value)
  if (centavos !== null) return centavos
  context.addIssue(isAmbiguous(value) ? amountAmbiguousText : amountInvalidText)
  return z.NEVER
}

function isAmbiguous(value: number | string): boolean {
  return typeof value === 'string' && /^(R\$)?\s*\d{1,3}\.\d{3}$/i.test(value.trim())
}

function parseCentavos(value: number | string): Centavos | null {
  if (isAmbiguous(value)) return null
  if (typeof value === 'string' && !/^\d+\.\d{1,2}$/.test(value.trim())) {
    const centavos = parseReais(value)
    return centavos === null || centavos > Math.round(MAX_REAIS * 100) ? null : centavos
  }
  const number = Number(value)
  const centavos = Math.round(number * 100)
  // Sums computed by clients in floating point differ slightly from the exact centavo.
  const isWhole = Math.abs(number - centavos / 100) <= number * 1e-12
  return isWhole && number <= MAX_REAIS ? centavos : null
}

/** A civil date, YYYY-MM-DD (D59). */
export const civilDate = z
  .string({ error: chooseErrorText(messages.dateWrong) })
  .refine(isCivilDate, messages.dateWrong)
  .meta({ description: 'Data civil (São Paulo), AAAA-MM-DD', example: '2026-11-22', format: 'date' })

/** Parses an optional civil date. Null and '' mean no date. Rejects '05/06/2026' because it is ambiguous. */
export const civilDateOrNull = z
  .string()
  .refine((text) => text === '' || isCivilDate(text), 'Data incorreta: use ano-mês-dia, como 2026-11-21')
  .nullish()
  .meta({ description: 'AAAA-MM-DD', example: '2026-11-22' })

export const instant = z.iso.datetime().meta({ description: 'Momento em UTC' })

/** Accepts 1, 0, true or false. Responses contain 1 or 0. */
export const flagInput = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform((value) => Boolean(value))

export const zeroOrOne = z.union([z.literal(0), z.literal(1)])

export function toZeroOrOne(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

/** The id of a record in a body. */
export const id = z.number().int().positive().max(4_294_967_295).meta({ example: 12 })

/** Parses an id, a number or text. */
export const idInput = z
  .union(
    [
      id,
      z
        .string()
        .regex(/^[1-9]\d{0,9}$/)
        .transform(Number)
        .pipe(id),
    ],
    { error: chooseErrorText() },
  )
  .meta({ example: 12 })

/** Accepts an id, or a record with an id, as in responses. */
export function reference(wrong = 'Valor inválido') {
  return z
    .union([idInput, z.object({ id: idInput }).transform((record) => record.id)], {
      error: chooseErrorText(wrong),
    })
    .meta({ example: 12 })
}

/** Accepts a user's id or record. Rejects a profile, which has another id. */
export function userReference(wrong: string) {
  const record = z.object({ id: idInput, user: z.undefined().optional() }).transform(({ id }) => id)
  return z
    .union([idInput, record], {
      error: ({ input }) =>
        isRecordWith(input, 'user') ? 'Isto é um perfil: envie o número do usuário, user.id' : wrong,
    })
    .meta({ example: 12 })
}

/** Accepts a profile's id or record. Rejects a user, which has another id. */
export function profileReference(wrong: string) {
  const record = z.object({ id: idInput, is_staff: z.undefined().optional() }).transform(({ id }) => id)
  return z
    .union([idInput, record], {
      error: ({ input }) =>
        isRecordWith(input, 'is_staff') ? 'Isto é um usuário: envie o número do perfil' : wrong,
    })
    .meta({ example: 12 })
}

function isRecordWith(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value
}

/** Parses an id in a path or query. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .meta({ description: 'Número do registro', example: '12' })

/** The path of a record. Accepts any text, because text that is no number leads to 404, as an unknown id does. */
export const idPath = z.object({ id: z.string().meta({ description: 'Número do registro', example: '12' }) })

/** Fields that every record of the API has. */
export const recordWire = {
  legacy_id: id
    .nullable()
    .meta({ description: 'O número no sistema de que o registro veio; nulo se nasceu aqui' }),
  updated_at: instant.meta({
    description:
      'Quando mudou pela última vez o que este registro mostra, sem `publication` e `profile`, que têm o seu',
    example: '2026-11-22T15:00:00.000Z',
  }),
}

export function toRecordStamps({ legacy_id, updated_at }: { legacy_id: number | null; updated_at: Date }) {
  return { legacy_id, updated_at: updated_at.toISOString() }
}
