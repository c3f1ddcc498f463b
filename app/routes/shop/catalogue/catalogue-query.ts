import {
  type CatalogueFilter,
  publicationForms,
  publicationSales,
} from '#app/domain/catalogue/catalogue-filter.ts'
import { isPublicationKind } from '#app/domain/catalogue/publication-kind.ts'
import { parseListParams } from '#app/http/list-params.ts'
import type { PublicationSort } from '#app/models/catalogue/publication-browse.server.ts'

export const publicationSorts = [
  'newest',
  'revised',
  'name',
  'cheapest',
  'dearest',
] as const satisfies readonly PublicationSort[]

/** Searches with at most this number of results may have meant another word. */
export const fewTitlesLimit = 2

const MAX_TEXT_LENGTH = 40

export type CatalogueRequest = CatalogueFilter & { search: string; page: number; sort: PublicationSort }

/** Parses the list's query. Ignores invalid values. */
export function parseCatalogueQuery(request: Request): CatalogueRequest {
  const { searchParams } = new URL(request.url)
  const kind = searchParams.get('kind')
  const sort = searchParams.get('sort')
  return {
    ...parseListParams(request),
    aircraft: cleanText(searchParams.get('aircraft')) || undefined,
    serial: cleanSerial(searchParams),
    kind: isPublicationKind(kind) ? kind : undefined,
    form: publicationForms.find((form) => form === searchParams.get('form')),
    sale: publicationSales.find((sale) => sale === searchParams.get('sale')),
    sort: publicationSorts.find((name) => name === sort) ?? 'newest',
  }
}

/** Returns the serial number of an address. */
export function readSerial(request: Request): string {
  return cleanSerial(new URL(request.url).searchParams)
}

const oneWord = /^\S{3,30}$/
const digitsOnly = /^\d{3,30}$/
const nonDigits = /\D/g

/** Returns true for one word with at least three digits. */
export function isLikelySerial(search: string): boolean {
  const digitCount = search.replace(nonDigits, '').length
  return oneWord.test(search) && digitCount >= 3
}

/** Returns true for a number that matches no publication and so counts as a serial number. */
export function isSerialOnly({ search, aircraft, serial, kind, form, sale }: CatalogueRequest): boolean {
  const hasFilter = Boolean(aircraft || serial || kind || form || sale)
  return digitsOnly.test(search) && !hasFilter
}

/** Removes words before a number, as on plates: 'nº 20300050', 'S/N 200300', 'série T12-050'. */
function cleanSerial(searchParams: URLSearchParams): string {
  return cleanText(searchParams.get('serial')).replace(wordsBeforeNumber, '')
}

const wordsBeforeNumber = /^(?:(?:n[º°.]|número|numero|s\/n)\s*)?(?:de\s+)?(?:s[ée]rie[\s.:]+)?/iu

const controlCharactersAndBlanks = /[\p{Cc}\s]+/gu

function cleanText(text: string | null): string {
  const spacedText = (text ?? '').normalize('NFC').replace(controlCharactersAndBlanks, ' ')
  return spacedText.trim().slice(0, MAX_TEXT_LENGTH)
}
