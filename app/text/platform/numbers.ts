import { groupThousands } from '#app/domain/platform/money.ts'

const namesBelowTwenty = [
  ...['zero', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze'],
  ...['treze', 'quatorze', 'quinze', 'dezesseis', 'dezessete', 'dezoito', 'dezenove'],
]
const namesOfTens = new Map([
  [20, 'vinte'],
  [30, 'trinta'],
  [40, 'quarenta'],
  [50, 'cinquenta'],
  [60, 'sessenta'],
  [90, 'noventa'],
])

/** Returns 'sete' for 7 and 'trinta' for 30; digits for numbers of several words. */
export function spellNumber(number: number): string {
  return namesBelowTwenty[number] ?? namesOfTens.get(number) ?? formatInteger(number)
}

export function formatInteger(number: number): string {
  return groupThousands(String(number))
}

export function formatMegabytes(bytes: number): string {
  return `${bytes / 1_048_576} MB`
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
