import {
  type CatalogueFilter,
  publicationForms,
  publicationSales,
} from '#app/domain/catalogue/catalogue-filter.ts'
import { isPublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import { listParams } from '#app/http/list-params.ts'
import type { PublicationSort } from '#app/models/catalogue/publication-browse.server.ts'

export const publicationSorts = [
  'newest',
  'revised',
  'name',
  'cheapest',
  'dearest',
] as const satisfies readonly PublicationSort[]

/** So few titles that something else may have been meant. */
export const FEW = 2

const MAX_LENGTH = 40

export type CatalogueAsked = CatalogueFilter & { search: string; page: number; sort: PublicationSort }

/** Query of the list; invalid values are ignored. */
export function catalogueQuery(request: Request): CatalogueAsked {
  const { searchParams } = new URL(request.url)
  const kind = searchParams.get('kind')
  const sort = searchParams.get('sort')
  return {
    ...listParams(request),
    aircraft: plain(searchParams.get('aircraft')) || undefined,
    serial: serialOf(searchParams),
    kind: isPublicationKind(kind) ? kind : undefined,
    form: publicationForms.find((form) => form === searchParams.get('form')),
    sale: publicationSales.find((sale) => sale === searchParams.get('sale')),
    sort: publicationSorts.find((each) => each === sort) ?? 'newest',
  }
}

/** A serial number as an address brings it. */
export function serialFrom(request: Request): string {
  return serialOf(new URL(request.url).searchParams)
}

/** One word with three digits or more. */
export function mayBeSerial(search: string): boolean {
  return /^\S{3,30}$/.test(search) && search.replace(/\D/g, '').length >= 3
}

/** One number that finds no title and, with no filter set, is taken for that of an aircraft. */
export function isSerialAlone({ search, aircraft, serial, kind, form, sale }: CatalogueAsked): boolean {
  return /^\d{3,30}$/.test(search) && !aircraft && serial === '' && !kind && !form && !sale
}

/** As it is read from the plate, without the words before it: 'nº 20300050', 'S/N 200300', 'série T12-050'. */
function serialOf(searchParams: URLSearchParams): string {
  return plain(searchParams.get('serial')).replace(words, '')
}

const words = /^(?:(?:n[º°.]|número|numero|s\/n)\s*)?(?:de\s+)?(?:s[ée]rie[\s.:]+)?/iu

function plain(text: string | null): string {
  return (text ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
}
