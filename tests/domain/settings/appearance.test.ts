import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  calculateContrast,
  findColourFault,
  houseColours,
  makeThemeTokens,
  minContrast,
  parseColour,
} from '#app/domain/settings/appearance.ts'

test.each([
  ['#0A4D5F', '#0a4d5f'],
  [' 0a4d5f ', '#0a4d5f'],
  ['#0a5', '#00aa55'],
  ['#0a4d5', null],
  ['red', null],
  ['#0a4d5f;}', null],
  ['rgb(1,2,3)', null],
  ['', null],
])('parses the colour %j as %j', (text, colour) => {
  expect(parseColour(text)).toBe(colour)
})

// Ratios as published by WebAIM's checker.
test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#ff0000', '#ffffff', 4],
  ['#0000ff', '#ffffff', 8.59],
])('the contrast of %s against %s is %d', (firstColour, secondColour, ratio) => {
  expect(calculateContrast(firstColour, secondColour)).toBeCloseTo(ratio, 1)
  expect(calculateContrast(secondColour, firstColour)).toBe(calculateContrast(firstColour, secondColour))
})

test.each([
  ['ink', '#0a4d5f', null],
  ['ink', '#000000', null],
  ['ink', '#7f9aa3', 'paper'],
  // 'text' is the text on a surface of this colour.
  ['ink', '#ffffff', 'text'],
  // 4.6 on the page, 4.2 on the background of an error message.
  ['ink', '#6a7278', 'paper'],
  ['act', '#b8480a', null],
  ['act', '#f39a59', 'paper'],
  ['act', '#767676', 'paper'],
] as const)('the colour %s %s has too little contrast with: %s', (name, colour, background) => {
  expect(findColourFault(name, colour)?.background ?? null).toBe(background)
})

test('the default colours equal the style sheet’s and pass the contrast check', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../../app/styles/tokens.css'), 'utf8')
  expect(tokens).toContain(`--petrol: ${houseColours.ink};`)
  expect(tokens).toContain(`--signal: ${houseColours.act};`)
  expect(tokens).toContain('--bad-tint: #fbeaea;')
  expect(findColourFault('ink', houseColours.ink)).toBeNull()
  expect(findColourFault('act', houseColours.act)).toBeNull()
})

const acceptedColours = ['#000000', '#0a4d5f', '#7a0019', '#1b6840', '#4b2e83', '#0000ff', '#5c4400']

test.each(acceptedColours)('colours derived from %s are readable in both schemes', (colour) => {
  const { light, dark } = makeThemeTokens({ ink: colour, act: colour })
  const pairs: [string | undefined, string | undefined][] = [
    [light.petrol, '#fbfaf6'],
    [light.petrol, '#fbeaea'],
    [light['petrol-hover'], '#fbfaf6'],
    [light['petrol-deep'], '#f3f8f8'],
    [light['petrol-deep'], '#b4ced4'],
    [light.signal, light['on-signal']],
    [light['signal-hover'], light['on-signal']],
    [dark.petrol, '#131f25'],
    [dark['petrol-hover'], '#131f25'],
    [dark['petrol-deep'], '#eaf4f5'],
    [dark['petrol-deep'], '#a9c6cd'],
    [dark.signal, dark['on-signal']],
    [dark['signal-hover'], dark['on-signal']],
  ]
  for (const [firstColour = '', secondColour = ''] of pairs)
    expect(calculateContrast(firstColour, secondColour)).toBeGreaterThanOrEqual(minContrast)
})

test('a changed colour replaces only its own tokens, and no colour replaces none', () => {
  const { light, dark } = makeThemeTokens({ ink: '#4b2e83', act: null })
  expect(Object.keys({ ...light, ...dark }).filter((name) => name.includes('signal'))).toEqual([])
  expect(makeThemeTokens({ ink: null, act: null })).toEqual({ light: {}, dark: {} })
})
