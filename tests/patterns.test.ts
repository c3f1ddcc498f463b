import { checkSync } from 'recheck'
import { expect, test, vi } from 'vitest'
import { type Pattern, patternsIn } from './support/source/patterns.ts'

const { written, made } = patternsIn(['app', 'server'])

/** Quadratic at worst, and why what they read is short. */
const short: Readonly<Record<string, string>> = {
  '/\\/+$/': 'the address of the shop, from its environment',
  '/ *@bottom-right \\{[^}]*\\}\\n/': 'a style sheet of ours',
  '/\\B(?=(\\d{3})+$)/g': 'the digits of a number',
  '/[^\\s@<>"\']+@[^\\s@<>"\']+/g': 'cut to 500 characters',
  '/^\\s+at (?:(.*) \\()?((?:file:|node:|\\/).*?):(\\d+):(\\d+)\\)?$/': 'a line cut to 500 characters',
  '/^[^\\p{L}\\p{N}@]+|[^\\p{L}\\p{N}]+$/gu': 'a search, cut to 100 characters',
  '/^-+|-+$/g': 'cut to 100 characters, and no two strokes meet',
  '/\\S+@\\S+/g': 'cut to 1,000 characters',
  '/=+$/': 'the answer of a passkey, in the browser that gave it',
  '/[a-z_]+(?= )/g': 'names of fiscal codes, of a line of the history of ours',
  '/^([!-9;-~]+)\\s*:\\s*(.*)$/': 'a header line cut to 2,000 characters',
  '/^[A-Za-z][\\w-]*:\\s*[ -~]*[!-~]$/': 'a setting of the environment',
  '/-\\d.*$/': 'the name of a list of ours',
  '/,?0+$/': 'a percentage as we write it',
  '/\\D+$/': 'a weight as we write it',
  '/0+$/': 'three digits',
  '/^(?:(p|ped|pedido|e|exp|expedi[cç][aã]o)\\.?\\s*)?(?:n[º°o.]*\\s*|#\\s*)?(\\d{1,9})(?:[\\s;,:|]+(.*))?$/i':
    'a line, cut to 200 characters',
  '/^[\\s;,:|]+|[\\s;,:|]+$/g': 'what is left of that line',
}

const serial = String.raw`([\p{L}\p{N}][\p{L}\p{N}./-]*)`
/** What makes patterns, and what it makes; a new one has to come here. */
const makers: Readonly<Record<string, readonly string[]>> = {
  [`new RegExp(\`, |\${typeLabels.or}\`)`]: [', | or '],
  [`new RegExp(\`\\\\b(?:\${shownTables.join('|')})\\\\b\`)`]: [String.raw`\b(?:publications|settings)\b`],
  [`new RegExp(\`^\${serial}$\`, 'iu')`]: [`^${serial}$`],
  [`new RegExp(String.raw\`^\${serial}(?:\\s+a\\s+|\\s+ate\\s+|\\s*[–—]\\s*|\\s+-\\s+)\${serial}$\`, 'iu')`]:
    [String.raw`^${serial}(?:\s+a\s+|\s+ate\s+|\s*[–—]\s*|\s+-\s+)${serial}$`],
  [`new RegExp(String.raw\`^(?:a partir de\\s+)?\${serial}\\s*(?:em diante|\\+|[–—]|-)?$\`, 'iu')`]: [
    String.raw`^(?:a partir de\s+)?${serial}\s*(?:em diante|\+|[–—]|-)?$`,
  ],
  [`new RegExp(String.raw\`^(?:ate|[–—]|-)\\s*\${serial}$\`, 'iu')`]: [
    String.raw`^(?:ate|[–—]|-)\s*${serial}$`,
  ],
}

/** Without an endless repetition the steps at each place are bounded by the pattern itself. */
const repeats = ({ source }: Pick<Pattern, 'source'>) => /[*+]|\{\d+,\}/.test(source)

/** Judged by the automaton where there is one, else by attacks, the same ones in every run. */
const bounds = {
  timeout: 120_000,
  randomSeed: 1,
  maxIteration: 3,
  maxAttackStringSize: 20_000,
  maxRecallStringSize: 20_000,
  attackLimit: 20_000_000,
  recallLimit: 20_000_000,
}

function judge({ source, flags }: Pick<Pattern, 'source' | 'flags'>) {
  const verdict = checkSync(source, flags, bounds)
  return verdict.status === 'vulnerable' ? verdict.complexity.type : verdict.status
}

vi.stubEnv('RECHECK_BACKEND', 'pure')

test('the judge tells slow patterns from quick ones', () => {
  const verdicts = ['^(a+)+$', '^(a|a)*$', '\\s+$', '^a+$'].map((source) => judge({ source, flags: '' }))
  expect(verdicts).toEqual(['exponential', 'exponential', 'polynomial', 'safe'])
})

test('no text makes a pattern of the shop slow; the quadratic ones read what is short', () => {
  const slow = Object.fromEntries(
    [...written].flatMap(([text, pattern]) => {
      const verdict = repeats(pattern) ? judge(pattern) : 'safe'
      return verdict === 'safe' ? [] : [[text, verdict]]
    }),
  )
  expect(slow).toEqual(Object.fromEntries(Object.keys(short).map((text) => [text, 'polynomial'])))
}, 600_000)

test('nor one that is made at run time, of words of ours alone', () => {
  expect(made).toEqual(Object.keys(makers).sort())
  for (const source of Object.values(makers).flat())
    expect([source, judge({ source, flags: 'iu' })]).toEqual([source, 'safe'])
}, 120_000)
