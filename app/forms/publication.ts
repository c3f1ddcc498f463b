import { z } from 'zod'
import { isPhotoDescribed, photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import { parseCivilDate } from '#app/domain/platform/calendar.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { parseKilograms } from '#app/domain/platform/weight.ts'
import { normalisedText, optionalLines, optionalText, requiredText } from '#app/forms/text-field.ts'
import { specTexts } from '#app/text/platform/messages.ts'

const faultTexts = {
  price: 'Valor incorreto: use reais e centavos, como 1.234,56',
  date: 'Data incorreta: use dia/mês/ano com o ano inteiro, como 21/11/2026',
  weight: 'Peso incorreto: use quilos com vírgula, como 1,25',
  noRenewal: 'Só assinaturas têm renovação: deixe vazio, ou marque Assinatura',
  noWeight: 'Um download não tem peso: deixe vazio',
  photo: 'Escolha o que a foto deve mostrar',
  photoNote: 'Escreva o que a foto deve mostrar',
}

const checkbox = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

const date = normalisedText(parseCivilDate, faultTexts.date)
const price = normalisedText((text) => acceptPriceInRange(parseReais(text)), faultTexts.price)

const baseFields = z.object({
  name: requiredText(150),
  applicability: requiredText(200),
  version: requiredText(30),
  date,
  weight: makeOptionalAmountSchema(parseKilograms, faultTexts.weight),
  price,
  price_signature: makeOptionalAmountSchema(parseReais, faultTexts.price),
  is_signature: checkbox,
  is_download: checkbox,
  is_sent_immediately: checkbox,
  has_airplane_info: checkbox,
  has_photo_upload: checkbox,
  photo_subject: z.enum(photoSubjects, { error: faultTexts.photo }).optional(),
  photo_note: optionalText(300),
  active: checkbox,
  changes: optionalLines(2_000),
  notify: checkbox,
  lock_version: z.coerce.number().int().min(0).default(0),
  /** identifies the form of a new publication, which is stored only once */
  token: z.string().max(64).optional(),
})

const publicationFields = baseFields.superRefine((fields, context) => {
  const addFault = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  const renewalPrice = fields.price_signature
  if (fields.is_signature && renewalPrice === null) addFault('price_signature', specTexts.fieldRequired)
  else if (fields.is_signature && acceptPriceInRange(renewalPrice) === null)
    addFault('price_signature', faultTexts.price)
  if (!fields.is_signature && renewalPrice) addFault('price_signature', faultTexts.noRenewal)
  if (fields.is_download && fields.weight) addFault('weight', faultTexts.noWeight)
  if (!fields.is_download && !fields.weight)
    addFault('weight', fields.weight === 0 ? faultTexts.weight : specTexts.fieldRequired)
})

/** The schema of the API and imported files. Returns grams, centavos, a civil date, and null for unused fields. */
export const publicationSchema = publicationFields.transform(toPublicationData)

/** The schema of the staff's form, which must describe a required photo. */
export const publicationFormSchema = publicationFields
  .superRefine(({ has_photo_upload, photo_subject, photo_note }, context) => {
    if (!has_photo_upload) return
    if (!photo_subject)
      context.addIssue({ code: 'custom', path: ['photo_subject'], message: faultTexts.photo })
    else if (!isPhotoDescribed({ photoSubject: photo_subject, photoNote: photo_note }))
      context.addIssue({ code: 'custom', path: ['photo_note'], message: faultTexts.photoNote })
  })
  .transform(toPublicationData)

function toPublicationData({ notify, lock_version, token, ...fields }: z.output<typeof publicationFields>) {
  const data = {
    ...fields,
    weight: fields.weight ?? 0,
    price_signature: fields.is_signature ? fields.price_signature : null,
    changes: fields.changes || null,
    photo_subject: fields.photo_subject ?? 'other',
    photo_note: fields.photo_note || null,
  }
  return { notify, lock_version, token, data }
}

function acceptPriceInRange(centavos: number | null): number | null {
  return centavos !== null && centavos > 0 && centavos <= highestPrice ? centavos : null
}

/** Parses an optional amount. Returns null for empty text, whereas `parse` returns null for invalid text. */
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
