import { z } from 'zod'
import { fileAddress } from '#app/api/wire/file-address.ts'
import { fileLinks } from '#app/api/wire/links.ts'
import { photoSubject } from '#app/api/wire/publication-form.ts'
import { civilDate, id, reais, recordWire, toReais, toRecordStamps } from '#app/api/wire/values.ts'
import { fieldsByKind, type PublicationValues } from '#app/domain/catalogue/publication-fields.ts'
import { apiTexts, mapFields } from '#app/text/catalogue/publication-field-labels.ts'

const { active, ...checkboxes } = mapFields(fieldsByKind.checkbox, () => z.boolean())

/** Public data of a publication. `file` is present for users who may download it (D81). */
export const publicationWire = z
  .object({
    id,
    ...mapFields(fieldsByKind.text, () => z.string()),
    ...mapFields(fieldsByKind.date, () => civilDate),
    ...mapFields(fieldsByKind.money, () => reais),
    ...mapFields(fieldsByKind.optionalMoney, () => reais.nullable()),
    ...mapFields(fieldsByKind.weight, (_, name) => {
      const { output: description, example } = apiTexts[name]
      return z.number().meta({ description, example })
    }),
    ...checkboxes,
    ...mapFields(fieldsByKind.photoSubject, () => photoSubject),
    ...mapFields(fieldsByKind.optionalText, (_, name) =>
      z.string().nullable().meta({ description: apiTexts[name].output }),
    ),
    file: fileAddress('Endereço do arquivo, para parceiros e a equipe').nullable(),
    active,
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

type PublicationOnWire = PublicationValues & {
  id: number
  legacy_id: number | null
  updated_at: Date
  hasFile?: unknown
  hasSample: unknown
  lock_version?: number
}

/** Names of the fields that are stored in centavos or grams. */
type AmountName =
  | keyof typeof fieldsByKind.money
  | keyof typeof fieldsByKind.optionalMoney
  | keyof typeof fieldsByKind.weight

type Reader = { isStaff: boolean; isPartner: boolean } | undefined

/** Returns the public data. Contains `file` only for partners and staff; subscribers use their subscription. */
export function toWirePublication(
  { hasFile, hasSample, lock_version: _, ...row }: PublicationOnWire,
  reader?: Reader,
): z.output<typeof publicationWire> {
  const canDownload = Boolean(hasFile) && (reader?.isStaff === true || reader?.isPartner === true)
  const amounts = {
    price: toReais(row.price),
    price_signature: row.price_signature === null ? null : toReais(row.price_signature),
    weight: row.weight / 1000,
  } satisfies Record<AmountName, number | null>
  return {
    ...row,
    ...toRecordStamps(row),
    ...amounts,
    file: canDownload ? fileLinks.publication(row.id) : null,
    cover: row.active ? fileLinks.cover(row.id) : null,
    sample: row.active && hasSample ? fileLinks.sample(row.id) : null,
  }
}
