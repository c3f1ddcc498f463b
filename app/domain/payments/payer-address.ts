import { toUpperAscii } from '#app/domain/charges/cnab/cnab-layout.ts'

/** A street truncated to this length still identifies the address together with the CEP. */
const MIN_STREET_LENGTH = 15

type StreetAddress = { street: string; number: string; complement: string }

/** Fits an address into `width`. Truncates the street first, since delivery needs the number. */
export function formatPayerAddress({ street, number, complement }: StreetAddress, width = 40): string {
  const ending = [number, complement].map(toUpperAscii).filter(Boolean).join(' ')
  const streetWidth = ending ? width - ending.length - 1 : width
  const shortStreet = toUpperAscii(street).slice(0, Math.max(streetWidth, MIN_STREET_LENGTH)).trimEnd()
  return [shortStreet, ending].filter(Boolean).join(' ').slice(0, width).trimEnd()
}
