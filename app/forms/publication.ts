import { z } from 'zod'
import { isPhotoDescribed, photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import { parseCivilDate } from '#app/domain/platform/calendar.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { parseKilograms } from '#app/domain/platform/weight.ts'
import { normalisedText, optionalLines, optionalText, requiredText } from '#app/forms/text-field.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const words = {
  price: 'Valor incorreto: use reais e centavos, como 1.234,56',
  date: 'Data incorreta: use dia/mês/ano com o ano inteiro, como 21/11/2026',
  weight: 'Peso incorreto: use quilos com vírgula, como 1,25',
  noRenewal: 'Só assinaturas têm renovação: deixe vazio, ou marque Assinatura',
  noWeight: 'Um download não tem peso: deixe vazio',
  photo: 'Escolha o que a foto deve mostrar',
  photoNote: 'Escreva o que a foto deve mostrar',
}

const box = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

const date = normalisedText(parseCivilDate, words.date)
const price = normalisedText((text) => keepInRange(parseReais(text)), words.price)

const fields = z.object({
  name: requiredText(150),
  applicability: requiredText(200),
  version: requiredText(30),
  date,
  weight: makeOptionalAmountSchema(parseKilograms, words.weight),
  price,
  price_signature: makeOptionalAmountSchema(parseReais, words.price),
  is_signature: box,
  is_download: box,
  is_sent_immediately: box,
  has_airplane_info: box,
  has_photo_upload: box,
  photo_subject: z.enum(photoSubjects, { error: words.photo }).optional(),
  photo_note: optionalText(300),
  active: box,
  changes: optionalLines(2_000),
  notify: box,
  lock_version: z.coerce.number().int().min(0).default(0),
  /** identifies the form of a new publication, which is stored only once */
  token: z.string().max(64).optional(),
})

const soldFields = fields.superRefine((typedFields, context) => {
  const addFault = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (typedFields.is_signature && typedFields.price_signature === null)
    addFault('price_signature', specTexts.fieldRequired)
  if (
    typedFields.is_signature &&
    typedFields.price_signature !== null &&
    keepInRange(typedFields.price_signature) === null
  )
    addFault('price_signature', words.price)
  if (!typedFields.is_signature && typedFields.price_signature) addFault('price_signature', words.noRenewal)
  if (typedFields.is_download && typedFields.weight) addFault('weight', words.noWeight)
  if (!typedFields.is_download && !typedFields.weight)
    addFault('weight', typedFields.weight === 0 ? words.weight : specTexts.fieldRequired)
})

/** Schema for API and files. Returns grams, centavos, a civil date, and null for unused fields. */
export const publicationSchema = soldFields.transform(toData)

/** Schema of the staff's form, in which a required photo must be described. */
export const publicationFormSchema = soldFields
  .superRefine(({ has_photo_upload, photo_subject, photo_note }, context) => {
    if (!has_photo_upload) return
    if (!photo_subject) context.addIssue({ code: 'custom', path: ['photo_subject'], message: words.photo })
    else if (!isPhotoDescribed({ photoSubject: photo_subject, photoNote: photo_note }))
      context.addIssue({ code: 'custom', path: ['photo_note'], message: words.photoNote })
  })
  .transform(toData)

function toData({ notify, lock_version, token, ...typed }: z.output<typeof soldFields>) {
  const data = {
    ...typed,
    weight: typed.weight ?? 0,
    price_signature: typed.is_signature ? typed.price_signature : null,
    changes: typed.changes || null,
    photo_subject: typed.photo_subject ?? 'other',
    photo_note: typed.photo_note || null,
  }
  return { notify, lock_version, token, data }
}

function keepInRange(centavos: number | null): number | null {
  return centavos !== null && centavos > 0 && centavos <= highestPrice ? centavos : null
}

/** Parses an optional amount; null for empty text. `parse` returns null for invalid text. */
function makeOptionalAmountSchema(parse: (text: string) => number | null, message: string) {
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
