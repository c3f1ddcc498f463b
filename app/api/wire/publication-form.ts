import { z } from 'zod'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { civilDateOrNull, reaisInput, reaisOrNull } from '#app/api/wire/values.ts'
import { photoSubjects } from '#app/domain/catalogue/photo-subject.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { photoSubjectNames } from '#app/text/catalogue/photo-guide-labels.ts'
import { newPublicationTexts, toPublicationTexts } from '#app/text/catalogue/publication-labels.ts'

const optionalFlag = z.boolean().optional()

export const photoSubject = z.enum(photoSubjects).meta({
  description: `O que a foto deve mostrar: ${photoSubjects.map((subject) => `\`${subject}\` (${photoSubjectNames[subject]})`).join(', ')}`,
  example: 'data-plate',
})

const longText = z.string().max(5_000)
/** The body of a publication. Omitted fields are not changed. The form's rules validate each field. */
export const publicationBody = z
  .strictObject({
    name: longText.optional().meta({ example: 'Manual de Voo' }),
    applicability: longText.optional().meta({ example: 'Todas as aeronaves' }),
    version: longText.optional().meta({ description: 'Outra versão cria uma revisão', example: 'Rev. 2' }),
    date: civilDateOrNull,
    changes: hiddenField(longText.nullish().meta({ description: 'O que mudou nesta revisão' })),
    price: reaisInput.optional().meta({ example: 128.9 }),
    price_signature: reaisOrNull.meta({ description: 'Só de assinaturas', example: 60 }),
    weight: z
      .union([z.number().min(0).max(9_999), z.string().max(12)])
      .nullish()
      .meta({ description: 'Quilogramas; vazio para downloads', example: 1.2 }),
    is_signature: optionalFlag,
    is_download: optionalFlag,
    is_sent_immediately: optionalFlag,
    has_airplane_info: optionalFlag,
    has_photo_upload: optionalFlag,
    photo_subject: hiddenField(photoSubject.optional()),
    photo_note: hiddenField(
      longText
        .nullish()
        .meta({ description: 'O que a foto deve mostrar, em palavras da loja; até 300 letras' }),
    ),
    active: hiddenField(optionalFlag),
    notify: optionalFlag.meta({ description: 'Ao alterar: notificar os assinantes por e-mail' }),
  })
  .meta({
    id: 'PublicationInput',
    example: {
      name: 'Manual de Voo',
      applicability: 'Todas as aeronaves',
      version: 'Rev. 2',
      date: '2026-11-22',
      price: 128.9,
      price_signature: 60,
      weight: 1.2,
      is_signature: true,
      is_download: false,
      is_sent_immediately: true,
      has_airplane_info: false,
      has_photo_upload: true,
      photo_subject: 'data-plate',
      photo_note: null,
      active: true,
    },
  })

export type PublicationBody = z.output<typeof publicationBody>

const flagNames = [
  'is_signature',
  'is_download',
  'is_sent_immediately',
  'has_airplane_info',
  'has_photo_upload',
  'active',
] as const

type Texts = Record<string, string | undefined>
type StoredPublication = Parameters<typeof toPublicationTexts>[0]

/** Returns the form as staff would send it: stored values, overridden by the body. */
export function toPublicationForm(
  body: PublicationBody,
  storedPublication?: StoredPublication & { date: CivilDate },
): Texts {
  const storedTexts: Texts = storedPublication ? toPublicationTexts(storedPublication) : newPublicationTexts
  const textNames = ['name', 'applicability', 'version', 'date'] as const
  const sentTexts = Object.fromEntries(textNames.map((name) => [name, body[name] ?? storedTexts[name]]))
  const isOn = (name: (typeof flagNames)[number]) =>
    (body[name] ?? storedTexts[name] !== undefined) || undefined
  return {
    ...sentTexts,
    photo_subject: body.photo_subject ?? storedTexts.photo_subject,
    photo_note: body.photo_note === undefined ? storedTexts.photo_note : (body.photo_note ?? undefined),
    changes: body.changes === undefined ? storedTexts.changes : (body.changes ?? undefined),
    price: body.price === undefined ? storedTexts.price : formatReaisField(body.price),
    price_signature:
      body.price_signature === undefined
        ? storedTexts.price_signature
        : formatReaisField(body.price_signature),
    weight: body.weight === undefined ? storedTexts.weight : formatKilogramsField(body.weight),
    ...Object.fromEntries(flagNames.map((name) => [name, isOn(name) && 'on'])),
  }
}

function formatReaisField(centavos: number | null): string | undefined {
  return centavos === null ? undefined : (centavos / 100).toFixed(2).replace('.', ',')
}

/** Returns the field's text; undefined for 0, which responses contain for downloads. */
function formatKilogramsField(weight: number | string | null): string | undefined {
  return weight === null || Number(weight) === 0 ? undefined : String(weight).replace('.', ',')
}
