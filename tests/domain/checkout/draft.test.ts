import { expect, test } from 'vitest'
import { fillAircraft, mergeDrafts } from '#app/domain/checkout/draft.ts'

const storedDraft = {
  'buyer.phone': '14 99999-0000',
  'billing.zip_code': '18600-000',
  'billing.street': 'Rua A',
  'billing.complement': 'casa 2',
}

test.each([
  ['an empty draft', {}],
  ['blank fields', { 'buyer.phone': ' ', 'billing.street': '', 'billing.zip_code': '' }],
  ['the postal code of a freight quote', { 'billing.zip_code': '69900-000', 'billing.street': '' }],
])('%s removes no field from a stored draft', (_name, newerDraft) => {
  expect(mergeDrafts(storedDraft, newerDraft)).toEqual(storedDraft)
})

test('a typed address replaces the older address of a draft as a whole', () => {
  expect(mergeDrafts(storedDraft, { 'billing.zip_code': '69900-000', 'billing.street': 'Rua B' })).toEqual({
    'buyer.phone': '14 99999-0000',
    'billing.zip_code': '69900-000',
    'billing.street': 'Rua B',
  })
})

test('other fields of a draft replace only their own kind', () => {
  expect(mergeDrafts(storedDraft, { 'buyer.phone': '11 98888-7777', 'shipping.city': 'Itu' })).toEqual({
    ...storedDraft,
    'buyer.phone': '11 98888-7777',
    'shipping.city': 'Itu',
  })
})

const makeCopy = (registration: string | null) => ({
  registration,
  isForeign: false,
  serialNumber: registration && '1',
  fuel: 0,
})
const listRegistrations = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name.endsWith('.prefix')))

test.each([
  {
    case: 'fills an empty cart',
    ownedCount: 0,
    typed: {},
    copies: ['PT-AAA', 'PT-BBB'],
    quantity: 2,
    registrations: { 1: 'PT-AAA', 2: 'PT-BBB' },
  },
  {
    case: 'fills an empty copy',
    ownedCount: 1,
    typed: {},
    copies: ['PT-AAA'],
    quantity: 1,
    registrations: { 1: 'PT-AAA' },
  },
  {
    case: 'merges the same aircraft',
    ownedCount: 1,
    typed: { 1: 'ptaaa' },
    copies: ['PT-AAA'],
    quantity: 1,
    registrations: { 1: 'ptaaa' },
  },
  {
    case: 'adds another aircraft',
    ownedCount: 1,
    typed: { 1: 'PT-CCC' },
    copies: ['PT-AAA'],
    quantity: 2,
    registrations: { 1: 'PT-CCC', 2: 'PT-AAA' },
  },
  {
    case: 'fills a gap',
    ownedCount: 2,
    typed: { 2: 'PT-CCC' },
    copies: ['PT-AAA', 'PT-CCC'],
    quantity: 2,
    registrations: { 1: 'PT-AAA', 2: 'PT-CCC' },
  },
  {
    case: 'adds no aircraft',
    ownedCount: 3,
    typed: {},
    copies: [null, null],
    quantity: 3,
    registrations: {},
  },
])('a repeated purchase $case', ({ ownedCount, typed, copies, quantity, registrations }) => {
  const nameUnits = (registrationsByUnit: Record<number, string | undefined>) =>
    Object.fromEntries(
      Object.entries(registrationsByUnit).flatMap(([unit, registration]) =>
        registration ? [[`unit.7-${unit}.prefix`, registration]] : [],
      ),
    )
  const item = { publicationId: 7, ownedCount, isDownload: false }
  const result = fillAircraft(nameUnits(typed), item, copies.map(makeCopy))
  expect(result.quantity).toBe(quantity)
  expect(listRegistrations(result.fields)).toEqual(nameUnits(registrations))
})

test('repeating a purchase adds a download once, and two copies for one aircraft', () => {
  const item = { publicationId: 7, ownedCount: 0 }
  const twoCopies = [makeCopy('PT-AAA'), makeCopy('PT-AAA')]
  expect(fillAircraft({}, { ...item, isDownload: true }, twoCopies).quantity).toBe(1)
  expect(fillAircraft({}, { ...item, isDownload: false }, twoCopies).fields).toEqual({
    'unit.7-1.prefix': 'PT-AAA',
    'unit.7-1.serial': '1',
    'unit.7-2.prefix': 'PT-AAA',
    'unit.7-2.serial': '1',
    'unit.7-2.again': 'on',
  })
})

test('repeating a purchase fills in aircraft with only a serial number, once', () => {
  const item = { publicationId: 7, ownedCount: 0, isDownload: false }
  const copies = ['1', '2'].map((serialNumber) => ({ ...makeCopy(null), serialNumber }))
  const filled = fillAircraft({}, item, copies)
  expect(filled).toEqual({ quantity: 2, fields: { 'unit.7-1.serial': '1', 'unit.7-2.serial': '2' } })
  const typedFields = { ...filled.fields, 'unit.7-1.prefix': 'PT-AAA' }
  expect(fillAircraft(typedFields, { ...item, ownedCount: 2 }, copies)).toEqual({
    quantity: 2,
    fields: typedFields,
  })
})
