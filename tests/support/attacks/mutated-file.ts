import type { Chance } from './chance.ts'

type Damage = (text: string, chance: Chance) => string

const changeLines = (change: (lines: string[], chance: Chance) => string[]): Damage => {
  return (text, chance) => change(text.split('\r\n'), chance).join('\r\n')
}

/** Returns a damage that replaces `length` characters at a random position. */
const changeWithin = (length: number, damage: (part: string, chance: Chance) => string): Damage => {
  return (text, chance) => {
    const position = chance.below(Math.max(1, text.length))
    const part = text.slice(position, position + length)
    return text.slice(0, position) + damage(part, chance) + text.slice(position + length)
  }
}

/** Kinds of damage to a bank file. Each character stands for a byte. */
const damages: readonly Damage[] = [
  changeWithin(1, (part, { below }) => String.fromCharCode((part.charCodeAt(0) || 0) ^ (1 << below(8)))),
  changeWithin(1, (_, { below }) => String(below(10))),
  changeWithin(4, () => ''),
  changeWithin(0, (_, { below }) => ' '.repeat(1 + below(10))),
  changeWithin(1, () => '\0'),
  changeWithin(30, (part) => '9'.repeat(part.length)),
  changeWithin(12, (part) => '-'.repeat(part.length)),
  changeWithin(2, () => 'é'),
  changeWithin(0, (_, { below }) => '\n'.repeat(1 + below(3))),
  changeLines((lines, { below }) => lines.filter((_, index) => index !== below(lines.length))),
  changeLines((lines, { pick }) => [...lines, pick(lines)]),
  changeLines((lines, { below, pick }) => lines.toSpliced(below(lines.length), 0, pick(lines))),
  changeLines((lines, { below }) => {
    const firstIndex = below(lines.length)
    const secondIndex = below(lines.length)
    return lines.with(firstIndex, lines[secondIndex] ?? '').with(secondIndex, lines[firstIndex] ?? '')
  }),
  changeLines((lines, { below }) => {
    const index = below(lines.length)
    return lines.toSpliced(index, 2, (lines[index] ?? '') + (lines[index + 1] ?? ''))
  }),
  changeLines((lines, { below }) => {
    const index = below(lines.length)
    const line = lines[index] ?? ''
    const splitPosition = below(line.length + 1)
    return lines.toSpliced(index, 1, line.slice(0, splitPosition), line.slice(splitPosition))
  }),
  changeLines((lines) => lines.toReversed()),
  (text, { pick }) => text.replaceAll(pick(['001', '237', '341']), pick(['001', '237', '341', '104'])),
  (text) => text.replaceAll('\r\n', '\n'),
  (text) => text.replaceAll('\r\n', '\r'),
  (text) => text.replaceAll('\r\n', ''),
  (text) => Buffer.from(text, 'latin1').toString('base64'),
  (text) => Buffer.from(`\ufeff${text}`, 'utf8').toString('latin1'),
  (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  (text) => text + text,
  (text) => text.toLowerCase(),
  (text, { below }) => text.slice(0, below(text.length + 1)),
  (text, { below }) => text.slice(below(text.length + 1)),
  (text) => `${text}\x1a`,
  () => '',
]

/** Returns the file with one to three damages. */
export function damageFile(file: Uint8Array, chance: Chance): Uint8Array {
  let text = Buffer.from(file).toString('latin1')
  for (let times = 1 + chance.below(3); times > 0; times--) text = chance.pick(damages)(text, chance)
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
