import { toUpperAscii } from '#app/domain/charges/cnab/cnab-layout.ts'

/** The minimum length of the street, which then identifies it together with the CEP. */
const MIN_STREET_LENGTH = 15

type Place = { street: string; number: string; complement: string }

/** Fits an address into `width`. Truncates the street first, since delivery needs the number. */
export function formatPayerAddress({ street, number, complement }: Place, width = 40): string {
  const [name, house, rest] = [street, number, complement].map(toUpperAscii)
  const place = [house, rest].filter(Boolean).join(' ')
  const room = place ? width - place.length - 1 : width
  const shortened = name?.slice(0, Math.max(room, MIN_STREET_LENGTH)).trimEnd()
  return [shortened, place].filter(Boolean).join(' ').slice(0, width).trimEnd()
}
