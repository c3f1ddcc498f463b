import { foldedUpper } from '#app/domain/charges/cnab/cnab-layout.ts'

/** Of the street this much stays however long a complement is: enough to tell it by, with the CEP. */
const LEAST_OF_STREET = 15

type Place = { street: string; number: string; complement: string }

/**
 * Street, number and complement as a bank's file has them, in `width` characters: what is too long is taken from the
 * street, for a letter arrives by its number; only beside a very long complement that one loses its end.
 */
export function payerAddress({ street, number, complement }: Place, width = 40): string {
  const [name, house, rest] = [street, number, complement].map(foldedUpper)
  const place = [house, rest].filter(Boolean).join(' ')
  const room = place ? width - place.length - 1 : width
  const shortened = name?.slice(0, Math.max(room, LEAST_OF_STREET)).trimEnd()
  return [shortened, place].filter(Boolean).join(' ').slice(0, width).trimEnd()
}
