import type { Chance } from './chance.ts'

type Damage = (text: string, chance: Chance) => string

const changeLines = (change: (lines: string[], chance: Chance) => string[]): Damage => {
  return (text, chance) => change(text.split('\r\n'), chance).join('\r\n')
}

/** Changes `length` characters at a random position. */
const changeWithin = (length: number, damage: (part: string, chance: Chance) => string): Damage => {
  return (text, chance) => {
    const position = chance.below(Math.max(1, text.length))
    const part = text.slice(position, position + length)
    return text.slice(0, position) + damage(part, chance) + text.slice(position + length)
  }
}

/** Kinds of damage to a bank file. A character is a byte. */
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
  changeLines((all, { below }) => all.filter((_, index) => index !== below(all.length))),
  changeLines((all, { pick }) => [...all, pick(all)]),
  changeLines((all, { below, pick }) => all.toSpliced(below(all.length), 0, pick(all))),
  changeLines((all, { below }) => {
    const [one, other] = [below(all.length), below(all.length)]
    return all.with(one, all[other] ?? '').with(other, all[one] ?? '')
  }),
  changeLines((all, { below }) => {
    const at = below(all.length)
    return all.toSpliced(at, 2, (all[at] ?? '') + (all[at + 1] ?? ''))
  }),
  changeLines((all, { below }) => {
    const at = below(all.length)
    const line = all[at] ?? ''
    const splitPosition = below(line.length + 1)
    return all.toSpliced(at, 1, line.slice(0, splitPosition), line.slice(splitPosition))
  }),
  changeLines((all) => all.toReversed()),
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
