import { z } from 'zod'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { civilDateOrNull, reaisInput, reaisOrNull } from '#app/api/wire/values.ts'
import { photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import {
  type FieldKind,
  type FormField,
  fieldsByKind,
  formFields,
  type PublicationData,
  publicationFields,
} from '#app/domain/catalogue/publication-fields.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { apiTexts, mapFields } from '#app/text/catalogue/publication-field-labels.ts'
import { newPublicationTexts, toPublicationTexts } from '#app/text/catalogue/publication-labels.ts'

export const photoSubject = z.enum(photoSubjects).meta({
  description: `O que a foto deve mostrar: ${photoSubjects.map((subject) => `\`${subject}\` (${photoSubjectNames[subject]})`).join(', ')}`,
  example: 'data-plate',
})

const optionalFlag = z.boolean().optional()
const longText = z.string().max(5_000)
const optionalWeight = z.union([z.number().min(0).max(9_999), z.string().max(12)]).nullish()

const { active, ...checkboxes } = mapFields(fieldsByKind.checkbox, (field) =>
  hideUnspecified(field, optionalFlag),
)

/** The body of a publication. Omitted fields are not changed. The form's rules validate each field. */
export const publicationBody = z
  .strictObject({
    ...mapFields(fieldsByKind.text, (field, name) =>
      hideUnspecified(field, longText.optional().meta(describeInput(name))),
    ),
    ...mapFields(fieldsByKind.date, () => civilDateOrNull),
    changes: hiddenField(longText.nullish().meta({ description: apiTexts.changes.input })),
    ...mapFields(fieldsByKind.money, (_, name) => reaisInput.optional().meta(describeInput(name))),
    ...mapFields(fieldsByKind.optionalMoney, (_, name) => reaisOrNull.meta(describeInput(name))),
    ...mapFields(fieldsByKind.weight, (_, name) => optionalWeight.meta(describeInput(name))),
    ...checkboxes,
    ...mapFields(fieldsByKind.photoSubject, () => hiddenField(photoSubject.optional())),
    ...mapFields(fieldsByKind.optionalText, (_, name) =>
      hiddenField(longText.nullish().meta({ description: apiTexts[name].input })),
    ),
    active,
    notify: optionalFlag.meta({ description: 'Ao alterar: notificar os assinantes por e-mail' }),
  })
  .meta({
    id: 'PublicationInput',
    example: mapFields(publicationFields, (_, name) => apiTexts[name].example),
  })

function hideUnspecified<Schema extends z.ZodType>(
  { isSpecified }: { isSpecified: boolean },
  schema: Schema,
) {
  return isSpecified ? schema : hiddenField(schema)
}

function describeInput(name: FormField) {
  const { input: description, example } = apiTexts[name]
  return description ? { description, example } : { example }
}

export type PublicationBody = z.output<typeof publicationBody>

type Texts = Record<string, string | undefined>

/** Returns the form as staff would send it: stored values, overridden by the body. */
export function toPublicationForm(body: PublicationBody, storedPublication?: PublicationData): Texts {
  const storedTexts: Texts = storedPublication ? toPublicationTexts(storedPublication) : newPublicationTexts
  return mapFields(formFields, ({ kind }, name) => toFormText(kind, body[name], storedTexts[name]))
}

type BodyValue = string | number | boolean | null | undefined

function toFormText(kind: FieldKind, value: BodyValue, storedText: string | undefined): string | undefined {
  if (kind === 'checkbox') return (value ?? storedText !== undefined) ? 'on' : undefined
  if (value === undefined || (kind === 'date' && value === null)) return storedText
  if (value === null) return undefined
  if (kind === 'weight') return formatKilogramsField(String(value))
  return typeof value === 'number' ? formatReaisField(value) : String(value)
}

function formatReaisField(centavos: number): string {
  return (centavos / 100).toFixed(2).replace('.', ',')
}

/** Returns the field's text; undefined for 0, which responses contain for downloads. */
function formatKilogramsField(weight: string): string | undefined {
  return Number(weight) === 0 ? undefined : weight.replace('.', ',')
}
