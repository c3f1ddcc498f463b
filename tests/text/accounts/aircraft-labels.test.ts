import { expect, test } from 'vitest'
import {
  formatAircraft,
  formatAircraftName,
  formatCopyName,
  formatMailedAircraft,
  listAircraftRows,
} from '#app/text/accounts/aircraft-labels.ts'

const aircraft = { registration: 'PT-ABC', isForeign: false, serialNumber: '200512', fuel: 2 }

test.each([
  ['all facts', aircraft, 'PT-ABC, nº de série 200512, etanol'],
  ['only a registration', { ...aircraft, serialNumber: null, fuel: null }, 'PT-ABC'],
  ['only a serial number', { ...aircraft, registration: null, fuel: null }, 'nº de série 200512'],
  ['neither', { ...aircraft, registration: null, serialNumber: null }, undefined],
])('formats an aircraft with %s', (_, facts, text) => {
  expect(formatAircraft(facts)).toBe(text)
})

test('lists the serial number of an aircraft without a registration, and marks a foreign registration', () => {
  expect(listAircraftRows({ ...aircraft, registration: null, fuel: null })).toEqual([
    { key: 'Número de série', value: '200512' },
  ])
  expect(listAircraftRows({ ...aircraft, registration: 'LV-ABC', isForeign: true })[0]).toEqual({
    key: 'Prefixo',
    value: 'LV-ABC (matrícula estrangeira)',
  })
  expect(listAircraftRows({ ...aircraft, registration: null, serialNumber: null })).toEqual([])
})

test.each([
  { registration: 'PT-ABC', serialNumber: '200512', name: 'PT-ABC' },
  { registration: null, serialNumber: '200512', name: 'nº de série 200512' },
])('names an aircraft $name', ({ name, ...identity }) => {
  expect(formatAircraftName(identity)).toBe(name)
  expect(formatCopyName({ ...identity, name: 'Manual de Voo' })).toBe(`Manual de Voo (${name})`)
  expect(formatMailedAircraft(identity)).toBe(`, aeronave ${name}`)
})

test('names no aircraft without registration and serial number', () => {
  const unknown = { registration: null, serialNumber: null }
  expect(formatAircraftName(unknown)).toBeNull()
  expect(formatCopyName({ ...unknown, name: 'Manual de Voo' })).toBe('Manual de Voo')
  expect(formatMailedAircraft(unknown)).toBe('')
})
