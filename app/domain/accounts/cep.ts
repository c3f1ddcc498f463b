import type { State } from '#app/domain/accounts/states.ts'

/** An address found by its postal code (`cep`, eight digits). Street and province may be ''. */
export type FoundAddress = {
  cep: string
  street: string
  province: string
  city: string
  state: string
  cityCode?: string | null | undefined // seven digits of the IBGE code
}

// Postal ranges by their first five digits, ascending. Codes between the ranges belong to no state.
const postalRanges: readonly (readonly [first: number, last: number, state: State])[] = [
  [1000, 19999, 'SP'],
  [20000, 28999, 'RJ'],
  [29000, 29999, 'ES'],
  [30000, 39999, 'MG'],
  [40000, 48999, 'BA'],
  [49000, 49999, 'SE'],
  [50000, 56999, 'PE'],
  [57000, 57999, 'AL'],
  [58000, 58999, 'PB'],
  [59000, 59999, 'RN'],
  [60000, 63999, 'CE'],
  [64000, 64999, 'PI'],
  [65000, 65999, 'MA'],
  [66000, 68899, 'PA'],
  [68900, 68999, 'AP'],
  [69000, 69299, 'AM'],
  [69300, 69399, 'RR'],
  [69400, 69899, 'AM'],
  [69900, 69999, 'AC'],
  [70000, 72799, 'DF'],
  [72800, 72999, 'GO'],
  [73000, 73699, 'DF'],
  [73700, 76799, 'GO'],
  [76800, 76999, 'RO'],
  [77000, 77999, 'TO'],
  [78000, 78899, 'MT'],
  [79000, 79999, 'MS'],
  [80000, 87999, 'PR'],
  [88000, 89999, 'SC'],
  [90000, 99999, 'RS'],
]

export function normaliseCep(value: string): string | null {
  const match = /^(\d{2})\.?(\d{3})-?(\d{3})$/.exec(value.replace(/\s/g, ''))
  return match ? match.slice(1).join('') : null
}

export function formatCep(value: string): string {
  const cep = normaliseCep(value)
  if (cep === null) throw new RangeError(`not a CEP: ${value}`)
  return `${cep.slice(0, 5)}-${cep.slice(5)}`
}

/** Returns the state of a postal code; null outside all ranges, which is no reason to reject an address. */
export function findStateByCep(value: string): State | null {
  const cep = normaliseCep(value)
  if (cep === null) return null
  const prefix = Number(cep.slice(0, 5))
  return postalRanges.find(([first, last]) => first <= prefix && prefix <= last)?.[2] ?? null
}
