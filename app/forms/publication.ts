import { z } from 'zod'
import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import { parseCivilDate } from '#app/domain/platform/calendar.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { parseKilograms } from '#app/domain/platform/weight.ts'
import { normalisedText, optionalLines, requiredText } from '#app/forms/text-field.ts'
import { specified } from '#app/text/platform/messages.ts'

const words = {
  price: 'Valor incorreto: use reais e centavos, como 1.234,56',
  date: 'Data incorreta: use dia/mês/ano com o ano inteiro, como 21/11/2026',
  weight: 'Peso incorreto: use quilos com vírgula, como 1,25',
  noRenewal: 'Só assinaturas têm renovação: deixe vazio, ou marque Assinatura',
  noWeight: 'Um download não tem peso: deixe vazio',
}

const box = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

const date = normalisedText(parseCivilDate, words.date)
const price = normalisedText((text) => inRange(parseReais(text)), words.price)

const fields = z.object({
  name: requiredText(150),
  applicability: requiredText(200),
  version: requiredText(30),
  date,
  weight: optionalAmount(parseKilograms, words.weight),
  price,
  price_signature: optionalAmount(parseReais, words.price),
  is_signature: box,
  is_download: box,
  is_sent_immediately: box,
  has_airplane_info: box,
  has_photo_upload: box,
  active: box,
  changes: optionalLines(2_000),
  notify: box,
  lock_version: z.coerce.number().int().min(0).default(0),
  /** names the form that makes a publication, so that it makes one */
  token: z.string().max(64).optional(),
})

/** A publication as staff type it; gives grams, centavos and a civil date, and null for what does not apply (D4). */
export const publicationSchema = fields
  .superRefine((typed, context) => {
    const fault = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (typed.is_signature && typed.price_signature === null)
      fault('price_signature', specified.fieldRequired)
    if (typed.is_signature && typed.price_signature !== null && inRange(typed.price_signature) === null)
      fault('price_signature', words.price)
    if (!typed.is_signature && typed.price_signature) fault('price_signature', words.noRenewal)
    if (typed.is_download && typed.weight) fault('weight', words.noWeight)
    if (!typed.is_download && !typed.weight)
      fault('weight', typed.weight === 0 ? words.weight : specified.fieldRequired)
  })
  .transform(({ notify, lock_version, token, ...facts }) => ({
    notify,
    lock_version,
    token,
    facts: {
      ...facts,
      weight: facts.weight ?? 0,
      price_signature: facts.is_signature ? facts.price_signature : null,
      changes: facts.changes || null,
    },
  }))

function inRange(centavos: number | null): number | null {
  return centavos !== null && centavos > 0 && centavos <= highestPrice ? centavos : null
}

/** A text that may be left out, then null; `parse` gives null for what it cannot read. */
function optionalAmount(parse: (text: string) => number | null, message: string) {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      if (!text?.trim()) return null
      const value = parse(text)
      if (value !== null) return value
      context.addIssue(message)
      return z.NEVER
    })
}
