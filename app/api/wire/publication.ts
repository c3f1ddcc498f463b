import { z } from 'zod'
import { civilDate, id, reais, toReais } from '#app/api/wire/values.ts'

/** A publication as everybody sees it; `file` for who may download it. */
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
    file: z.string().nullable().meta({ description: 'Endereço do arquivo' }),
    active: z.boolean(),
  })
  .meta({ id: 'Publication' })

type Row = {
  id: number
  name: string
  applicability: string
  version: string
  date: string
  /** centavos */
  price: number
  price_signature: number | null
  /** grams */
  weight: number
  is_signature: boolean
  is_download: boolean
  is_sent_immediately: boolean
  has_airplane_info: boolean
  has_photo_upload: boolean
  active: boolean
  file?: string | null
}

export function publicationOf(row: Row): z.output<typeof publicationWire> {
  return {
    ...row,
    price: toReais(row.price),
    price_signature: row.price_signature === null ? null : toReais(row.price_signature),
    weight: row.weight / 1000,
    file: row.file ?? null,
  }
}
