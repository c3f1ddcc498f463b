import { isPublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import { getMedium, media, type Taxes, type TaxField, taxFields } from '#app/domain/catalogue/taxes.ts'
import { findTitleTaxes, listTitleTaxes, type TitleTaxes } from '#app/models/catalogue/tax-change.server.ts'
import { findCurrentTaxChange } from '#app/models/catalogue/tax-change-undo.server.ts'
import { paths } from '#app/paths.ts'
import { kindNames } from '#app/text/catalogue/page-labels.ts'
import { getTaxCodeName, mediumLabels, taxLabels } from '#app/text/catalogue/tax-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

export function toTaxTexts(taxes: Taxes): Record<string, string> {
  return Object.fromEntries(taxFields.map((field) => [field, taxes[field] ?? '']))
}

export async function loadTaxPage(id: number) {
  const title = await findTitleTaxes(id)
  if (!title) return undefined
  const { name, defaults, ownTaxes, lock_version } = title
  return { id, name, saved: toTaxTexts(ownTaxes), defaults, lock_version }
}

export type TaxFilter = { search: string; kind: string; medium: string }

export function parseTaxFilter(params: URLSearchParams): TaxFilter {
  const kind = params.get('kind') ?? ''
  const medium = params.get('medium') ?? ''
  return {
    search: (params.get('search') ?? '').trim().slice(0, 100),
    kind: isPublicationKind(kind) ? kind : '',
    medium: media.find((name) => name === medium) ?? '',
  }
}

/** Lists publications. `kind` and `medium` are '' for all. */
export function listTitles({ search, kind, medium }: TaxFilter) {
  return listTitleTaxes({
    search,
    kind: isPublicationKind(kind) ? kind : null,
    medium: media.find((name) => name === medium) ?? null,
  })
}

type TaxChange = { field: TaxField; code: string | null } | null

/** Returns a publication's code before and after the change. Without a change, both are the current code. */
export function toTitleRow(title: TitleTaxes, field: TaxField, change: TaxChange) {
  const ownCode = title.ownTaxes[field]
  const defaultCode = title.defaults[field]
  const before = ownCode ?? defaultCode
  const after = change ? (change.code ?? defaultCode) : before
  return {
    id: title.id,
    name: title.name,
    note: `${kindNames[title.kind]}, ${mediumLabels[getMedium(title)].toLowerCase()}`,
    href: paths.admin.publicationTaxes(title.id),
    before: formatCode(field, before),
    after: formatCode(field, after),
    source: ownCode ? 'próprio' : 'padrão',
    isChanged: change !== null && ownCode !== change.code,
  }
}

/** Returns id and description of the change that staff can undo, or null if there is none. */
export async function loadLastTaxChange() {
  const lastChange = await findCurrentTaxChange()
  if (!lastChange) return null
  const { id, field, code, publications: publicationCount, by, at } = lastChange
  const codeText = code === null ? 'de volta ao padrão' : `para ${formatCode(field, code)}`
  const countText = publicationCount === 1 ? '1 publicação' : `${publicationCount} publicações`
  return {
    id,
    text: `${taxLabels[field]} ${codeText} em ${countText}, por ${by ?? '-'}, em ${formatDateTime(at)}.`,
  }
}

function formatCode(field: TaxField, code: string | null): string {
  return code === null ? 'nenhum' : getTaxCodeName(field, code)
}
