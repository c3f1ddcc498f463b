import { expect, test } from 'vitest'
import {
  type CatalogueEntry,
  type CatalogueFilter,
  filterCatalogue,
} from '#app/domain/catalogue/catalogue-filter.ts'

const makeEntry = (id: number, data: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id,
  kind: 'flight',
  is_signature: false,
  is_download: false,
  ranges: [],
  ...data,
})

const [oldRange, youngRange] = [
  { model: 'EMB-201A', from: '200261', to: '200699' },
  { model: 'EMB-203', from: '20300001', to: null },
]
const entries = [
  makeEntry(1, { ranges: [oldRange], kind: 'maintenance', is_signature: true }),
  makeEntry(2, { ranges: [youngRange], kind: 'maintenance', is_signature: true, is_download: true }),
  makeEntry(3, { ranges: [oldRange, youngRange] }),
  makeEntry(4, { kind: 'training' }),
]

const browseTitles = (filter: Partial<CatalogueFilter>) =>
  filterCatalogue(entries, { serial: '', ...filter }, [oldRange, youngRange])

test.each<[string, Partial<CatalogueFilter>, number[]]>([
  ['no filter', {}, [1, 2, 3, 4]],
  ['an aircraft', { aircraft: 'EMB-203' }, [2, 3]],
  ['an aircraft in informal notation', { aircraft: 'emb 203' }, [2, 3]],
  ['an unknown aircraft', { aircraft: 'Boeing' }, []],
  ['a kind', { kind: 'maintenance' }, [1, 2]],
  ['a medium', { form: 'printed' }, [1, 3, 4]],
  ['a form of sale', { sale: 'one-off' }, [3, 4]],
  [
    'every filter together',
    { aircraft: 'EMB-203', kind: 'maintenance', form: 'download', sale: 'subscription' },
    [2],
  ],
  ['a serial number, with fitting titles before unknown ones,', { serial: '20300050' }, [2, 3, 4]],
  ['a serial number and its model', { serial: '20300050', aircraft: 'EMB-203' }, [2, 3]],
])('the filter %s returns the matching publications', (_, filter, ids) => {
  expect(browseTitles(filter).matches.map(({ id }) => id)).toEqual(ids)
})

test('merges spellings of the same model', () => {
  const spaced = { ...youngRange, model: 'EMB 203' }
  const entriesWithSpaces = [
    ...entries,
    makeEntry(5, { ranges: [spaced] }),
    makeEntry(6, { ranges: [youngRange, spaced] }),
  ]
  const lists = ['EMB-203', 'EMB 203', 'emb203'].map((aircraft) =>
    filterCatalogue(entriesWithSpaces, { serial: '', aircraft }, [oldRange, youngRange, spaced]),
  )
  for (const { matches, counts } of lists) {
    expect(matches.map(({ id }) => id)).toEqual([2, 3, 5, 6])
    expect([...counts.aircraft]).toEqual([
      ['EMB-201A', 2],
      ['EMB 203', 4],
    ])
  }
})

test('marks publications that fit the serial number, and counts the others', () => {
  const { matches, unfit, likely } = browseTitles({ serial: '20300050' })
  expect(matches.map(({ applicability }) => applicability)).toEqual(['fits', 'fits', 'unknown'])
  expect([unfit, likely]).toEqual([1, 'EMB-203'])
  expect(browseTitles({}).matches[0]?.applicability).toBeUndefined()
})

test('counts the publications of each filter option under the other filters', () => {
  const { counts } = browseTitles({ kind: 'maintenance', form: 'printed' })
  expect(Object.fromEntries(counts.aircraft)).toEqual({ 'EMB-201A': 1 })
  expect(Object.fromEntries(counts.kind)).toEqual({ maintenance: 1, flight: 1, training: 1 })
  expect(Object.fromEntries(counts.form)).toEqual({ printed: 1, download: 1 })
  expect(Object.fromEntries(counts.sale)).toEqual({ subscription: 1 })
})
