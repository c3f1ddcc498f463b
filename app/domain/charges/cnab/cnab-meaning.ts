import { banks, type CnabBank } from '#app/domain/charges/banks/banks.ts'
import type { CnabFormat, OccurrenceMeaning } from '#app/domain/charges/cnab/cnab-occurrence.ts'

export function getOccurrenceMeaning(format: CnabFormat, bank: CnabBank, code: string): OccurrenceMeaning {
  return meanings.get(`${format}/${bank}/${code}`) ?? 'unknown'
}

const allMeanings = [
  'settled',
  'registered',
  'rejected',
  'instruction-rejected',
  'written-off',
  'due-date-changed',
  'reversed',
  'unpayable',
  'other',
] as const

const meanings: ReadonlyMap<string, OccurrenceMeaning> = new Map(
  Object.values(banks).flatMap(({ code }) => [...listMeanings(400, code), ...listMeanings(240, code)]),
)

function listMeanings(format: CnabFormat, bank: CnabBank): [string, OccurrenceMeaning][] {
  return allMeanings.flatMap((meaning) => {
    const codes = banks[bank].occurrences[format][meaning]?.split(' ') ?? []
    return codes.map((code): [string, OccurrenceMeaning] => [`${format}/${bank}/${code}`, meaning])
  })
}
