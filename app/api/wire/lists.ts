import { z } from 'zod'

export const defaultPageSize = 20
/** D45: the largest page, not a cut. */
export const maxPageSize = 1_000

/** Cut where it is longer than any search needs. */
export const searchText = z
  .string()
  .default('')
  .transform((text) => text.normalize('NFC').replaceAll('\0', '').trim().slice(0, 100))

/** Query of every list (F118); `orderings` are its sort names, the default first. */
export function listQuery<const Name extends string>(orderings: readonly [Name, ...Name[]]) {
  const [first] = orderings
  return z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1).meta({ example: 1 }),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .transform((limit) => Math.min(limit, maxPageSize))
      .default(defaultPageSize)
      .meta({ description: `Registros por página, até ${maxPageSize}`, example: defaultPageSize }),
    search: searchText,
    ordering: z
      .enum(orderings)
      .catch(first)
      .default(first)
      .meta({ description: `Um de ${orderings.join(', ')}; outro conta como ${first}` }),
  })
}

/** The answer of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    results: z.array(item),
    count: z.number().int().meta({ description: 'Quantos há ao todo' }),
    pages: z.number().int().meta({ description: 'Em quantas páginas' }),
  })
}

export function pagesOf(count: number, limit: number): number {
  return Math.max(1, Math.ceil(count / limit))
}
