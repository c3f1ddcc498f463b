import { z } from 'zod'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { photoSubject } from '#app/api/wire/publication-form.ts'
import { civilDate, id, reais, recordWire, toReais, toRecordStamps } from '#app/api/wire/values.ts'
import type { PhotoSubject } from '#app/domain/catalogue/photo-subject.ts'

/** Public data of a publication. `file` is present for users who may download it (D81). */
export const publicationWire = z
  .object({
    id,
    name: z.string(),
    applicability: z.string(),
    version: z.string(),
    date: civilDate,
    price: reais,
    price_signature: reais.nullable(),
    weight: z.number().meta({ description: 'Quilogramas', example: 1.2 }),
    is_signature: z.boolean(),
    is_download: z.boolean(),
    is_sent_immediately: z.boolean(),
    has_airplane_info: z.boolean(),
    has_photo_upload: z.boolean(),
    photo_subject: photoSubject,
    photo_note: z
      .string()
      .nullable()
      .meta({ description: 'O que a foto deve mostrar, nas palavras da loja' }),
    file: fileAddress('Endereço do arquivo, para parceiros e a equipe').nullable(),
    active: z.boolean(),
    cover: z.string().nullable().meta({
      description: 'Endereço da capa, desenhada onde nenhuma foi enviada; nulo fora de venda',
      example: 'https://loja.example/publications/1/cover?as=png',
    }),
    sample: z.string().nullable().meta({
      description: 'Endereço das páginas de amostra; nulo sem amostra ou fora de venda',
      example: 'https://loja.example/publications/1/sample',
    }),
    ...recordWire,
  })
  .meta({ id: 'Publication' })

type PublicationOnWire = {
  id: number
  name: string
  applicability: string
  version: string
  date: string
  /** in centavos */
  price: number
  /** in centavos; null if the publication is not renewable */
  price_signature: number | null
  /** in grams */
  weight: number
  is_signature: boolean
  is_download: boolean
  is_sent_immediately: boolean
  has_airplane_info: boolean
  has_photo_upload: boolean
  photo_subject: PhotoSubject
  photo_note: string | null
  active: boolean
  legacy_id: number | null
  updated_at: Date
  hasFile?: unknown
  hasSample: unknown
  lock_version?: number
}

type Reader = { isStaff: boolean; isPartner: boolean } | undefined

/** Returns the public data. Contains `file` only for partners and staff; subscribers use their subscription. */
export function toWirePublication(
  { hasFile, hasSample, lock_version: _, ...row }: PublicationOnWire,
  reader?: Reader,
): z.output<typeof publicationWire> {
  const canDownload = Boolean(hasFile) && (reader?.isStaff === true || reader?.isPartner === true)
  return {
    ...row,
    ...toRecordStamps(row),
    price: toReais(row.price),
    price_signature: row.price_signature === null ? null : toReais(row.price_signature),
    weight: row.weight / 1000,
    file: canDownload ? fileLinks.publication(row.id) : null,
    cover: row.active ? fileLinks.cover(row.id) : null,
    sample: row.active && hasSample ? fileLinks.sample(row.id) : null,
  }
}
