import type { Chance } from './chance.ts'

/** Texts that often cause faults in programs. The first thirty are short; the last has a megabyte. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff\u200b\u202e',
  '\r\n\r\n',
  '__proto__',
  'constructor',
  '[object Object]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x7fffffff',
  '9'.repeat(400),
  '-9007199254740993',
  '2147483648',
  '٣٤',
  '1,5',
  '2026-02-30',
  '31/02/2026',
  '9999-12-31',
  '0000-00-00',
  "'; drop table users; --",
  '%00%ff',
  '{"a":[{}]}',
  '<script>',
  '../../etc/passwd',
  '=1+1',
  '🛩️'.repeat(50),
  'é'.repeat(5_000),
  ' '.repeat(50_000),
  '-'.repeat(50_000),
  '1'.repeat(50_000),
  'a@'.repeat(20_000),
  `${'9'.repeat(30)}@${'a.'.repeat(20_000)}`,
  'x'.repeat(1_048_576),
]

/** Variants of a field's name, some of which a library may parse. The plain name is twice as likely. */
const nameVariants: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name,
  (name) => `${name}[]`,
  (name) => `${name}[0]`,
  (name) => `${name}[99]`,
  (name) => `${name}.${name}`,
  (name) => `${name}.constructor`,
  (name) => `${name}.prototype.x`,
  (name) => `${name}[0].length`,
]

/** Returns random fields, some of them repeated. */
export function makeHostileFields(names: readonly string[], chance: Chance): [string, string][] {
  const fields: [string, string][] = []
  for (let count = 1 + chance.below(14); count > 0; count--) {
    const name = chance.pick(nameVariants)(chance.pick(names))
    for (let times = 1 + chance.below(3); times > 0; times--)
      fields.push([name, chance.pick(chance.below(10) === 0 ? hostileTexts : hostileTexts.slice(0, -1))])
  }
  return fields
}

/** Returns any value of a JSON body, nested. */
export function makeHostileValue(names: readonly string[], chance: Chance, depth = 0): unknown {
  const kind = chance.below(depth > 3 ? 5 : 8)
  if (kind === 0) return null
  if (kind === 1) return chance.pick([0, -1, 1.5, 2 ** 53, -(2 ** 31), 1e308])
  if (kind === 2) return chance.below(2) === 0
  if (kind <= 4) return chance.pick(hostileTexts.slice(0, -1))
  const makeNested = () => makeHostileValue(names, chance, depth + 1)
  if (kind === 5) return Array.from({ length: chance.below(4) }, makeNested)
  const entries = Array.from({ length: chance.below(12) }, () => [chance.pick(names), makeNested()])
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)))
}
