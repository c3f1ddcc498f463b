import { z } from 'zod'
import { isPhotoDescribed, photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import { highestPrice } from '#app/domain/catalogue/pricing.ts'
import { fieldsByKind, formFields, type PublicationData } from '#app/domain/catalogue/publication-fields.ts'
import { parseCivilDate } from '#app/domain/platform/calendar.ts'
import { parseReais } from '#app/domain/platform/money.ts'
import { parseKilograms } from '#app/domain/platform/weight.ts'
import { normalisedText, optionalLines, optionalText, requiredText } from '#app/forms/text-field.ts'
import { mapFields } from '#app/text/catalogue/publication-field-labels.ts'
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

const price = normalisedText((text) => acceptPriceInRange(parseReais(text)), faultTexts.price)
const { active, ...checkboxes } = mapFields(fieldsByKind.checkbox, () => checkbox)

/** The sequence is that of the history. */
const baseFields = z.object({
  ...mapFields(fieldsByKind.text, ({ maxLength }) => requiredText(maxLength)),
  ...mapFields(fieldsByKind.date, () => normalisedText(parseCivilDate, faultTexts.date)),
  ...mapFields(fieldsByKind.weight, () => makeOptionalAmountSchema(parseKilograms, faultTexts.weight)),
  ...mapFields(fieldsByKind.money, () => price),
  ...mapFields(fieldsByKind.optionalMoney, () => makeOptionalAmountSchema(parseReais, faultTexts.price)),
  ...checkboxes,
  ...mapFields(fieldsByKind.photoSubject, () =>
    z.enum(photoSubjects, { error: faultTexts.photo }).optional(),
  ),
  ...mapFields(fieldsByKind.optionalText, ({ maxLength }) => optionalText(maxLength)),
  active,
  changes: optionalLines(formFields.changes.maxLength),
  notify: checkbox,
  lock_version: z.coerce.number().int().min(0).default(0),
  /** identifies the form of a new publication, which is stored only once */
  token: z.string().max(64).optional(),
})

const checkedFields = baseFields.superRefine((fields, context) => {
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
export const publicationSchema = checkedFields.transform(toPublicationData)

/** The schema of the staff's form, which must describe a required photo. */
export const publicationFormSchema = checkedFields
  .superRefine(({ has_photo_upload, photo_subject, photo_note }, context) => {
    if (!has_photo_upload) return
    if (!photo_subject)
      context.addIssue({ code: 'custom', path: ['photo_subject'], message: faultTexts.photo })
    else if (!isPhotoDescribed({ photoSubject: photo_subject, photoNote: photo_note }))
      context.addIssue({ code: 'custom', path: ['photo_note'], message: faultTexts.photoNote })
  })
  .transform(toPublicationData)

function toPublicationData({ notify, lock_version, token, ...fields }: z.output<typeof checkedFields>) {
  const data: PublicationData = {
    ...fields,
    ...mapFields(fieldsByKind.optionalText, (_, name) => fields[name] || null),
    weight: fields.weight ?? 0,
    price_signature: fields.is_signature ? fields.price_signature : null,
    changes: fields.changes || null,
    photo_subject: fields.photo_subject ?? 'other',
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
