import { expect, test } from 'vitest'
import { judgePattern, judgePatterns } from './support/source/pattern-verdicts.ts'
import { listPatterns, type Pattern } from './support/source/patterns.ts'

const { literal, constructed } = listPatterns(['app', 'server'])

/** Patterns of quadratic time, by file, and why their input is short. */
const slowOnShortInput: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/\\/+$/': {
    'app/env.server.ts': 'an address of the environment',
    'app/gateways/pix/pix-account.server.ts': 'an address of the environment',
    'app/telemetry/traces.server.ts': 'an address of the environment',
  },
  '/ *@bottom-right \\{[^}]*\\}\\n/': { 'app/documents/paper-styles.ts': 'a style sheet of ours' },
  '/\\B(?=(\\d{3})+$)/g': {
    'app/domain/platform/money.ts': 'the digits of a number',
    'app/enhance/staff.js': 'the digits of a number',
  },
  '/^[^\\p{L}\\p{N}@]+|[^\\p{L}\\p{N}]+$/gu': {
    'app/domain/accounts/people-terms.ts': 'a search, cut to 100 characters',
  },
  '/^-+|-+$/g': {
    'app/domain/platform/slug.ts': 'cut to 100 characters; never two hyphens in a row',
    'app/ui/forms/field-frame.tsx': 'the name of a field of ours',
  },
  '/\\S+@\\S+/g': {
    'app/gateways/boleto-issuer/asaas-answers.ts': 'cut to 1,000 characters',
    'app/gateways/pix/pix-answers.ts': 'cut to 1,000 characters',
  },
  '/=+$/': { 'app/enhance/passkey.js': 'the answer of a passkey, in its own browser' },
  '/[a-z_]+(?= )/g': {
    'app/text/catalogue/tax-labels.ts': 'names of fiscal codes, of a line of the history of ours',
  },
  '/^([!-9;-~]+)\\s*:\\s*(.*)$/': {
    'app/domain/accounts/mailbox/delivery-report.ts': 'a header line cut to 2,000 characters',
  },
  '/^[A-Za-z][\\w-]*:\\s*[ -~]*[!-~]$/': { 'app/env-values.server.ts': 'a setting of the environment' },
  '/-\\d.*$/': { 'app/http/accounts/security-log.server.ts': 'the name of a list of ours' },
  '/,?0+$/': { 'app/text/catalogue/price-change-labels.ts': 'a percentage as we write it' },
  '/\\D+$/': { 'app/text/catalogue/publication-labels.ts': 'a weight as we write it' },
  '/0+$/': { 'app/text/platform/format.ts': 'three digits' },
  '/^(?:(p|ped|pedido|e|exp|expedi[cç][aã]o)\\.?\\s*)?(?:n[º°o.]*\\s*|#\\s*)?(\\d{1,9})(?:[\\s;,:|]+(.*))?$/i':
    {
      'app/routes/admin/shipments/codes/tracking-codes-schema.ts': 'a line, cut to 200 characters',
    },
  '/^[\\s;,:|]+|[\\s;,:|]+$/g': {
    'app/routes/admin/shipments/codes/tracking-codes-schema.ts': 'what is left of that line',
  },
}

const serial = String.raw`([\p{L}\p{N}][\p{L}\p{N}./-]*)`
/** Expressions that create patterns at run time, and the possible patterns. Add new ones here. */
const constructors: Readonly<Record<string, readonly string[]>> = {
  [`new RegExp(\`, |\${typeLabels.or}\`)`]: [', | or '],
  [`new RegExp(\`\\\\b(?:\${shownTables.join('|')})\\\\b\`)`]: [String.raw`\b(?:publications|settings)\b`],
  [`new RegExp(\`^\${serialPattern}$\`, 'iu')`]: [`^${serial}$`],
  [`new RegExp(
  String.raw\`^\${serialPattern}(?:\\s+a\\s+|\\s+ate\\s+|\\s*[–—]\\s*|\\s+-\\s+)\${serialPattern}$\`,
  'iu',
)`]: [String.raw`^${serial}(?:\s+a\s+|\s+ate\s+|\s*[–—]\s*|\s+-\s+)${serial}$`],
  [`new RegExp(
  String.raw\`^(?:a partir de\\s+)?\${serialPattern}\\s*(?:em diante|\\+|[–—]|-)?$\`,
  'iu',
)`]: [String.raw`^(?:a partir de\s+)?${serial}\s*(?:em diante|\+|[–—]|-)?$`],
  [`new RegExp(String.raw\`^(?:ate|[–—]|-)\\s*\${serialPattern}$\`, 'iu')`]: [
    String.raw`^(?:ate|[–—]|-)\s*${serial}$`,
  ],
}

/** Returns whether a pattern has unbounded repetition. A pattern without it takes limited time. */
const doesRepeat = ({ source }: Pick<Pattern, 'source'>) => /[*+]|\{\d+,\}/.test(source)

test('the check distinguishes slow patterns from fast ones', () => {
  const verdicts = ['^(a+)+$', '^(a|a)*$', '\\s+$', '^a+$'].map((source) =>
    judgePattern({ source, flags: '' }),
  )
  expect(verdicts).toEqual(['exponential', 'exponential', 'polynomial', 'safe'])
})

const constructedPatterns = Object.values(constructors)
  .flat()
  .map((source) => ({ source, flags: 'iu' }))
const { verdict, isCurrent } = judgePatterns([
  ...[...literal.values()].filter(doesRepeat),
  ...constructedPatterns,
])

test('only patterns with short input run in quadratic time', () => {
  const slowPatterns = [...literal].flatMap(([text, pattern]) => {
    const patternVerdict = doesRepeat(pattern) ? verdict(pattern) : 'safe'
    return patternVerdict === 'safe'
      ? []
      : pattern.files.map((file) => `${patternVerdict} in ${file}: ${text}`)
  })
  const permittedSlowPatterns = Object.entries(slowOnShortInput).flatMap(([text, places]) =>
    Object.keys(places).map((file) => `polynomial in ${file}: ${text}`),
  )
  expect(slowPatterns.sort()).toEqual(permittedSlowPatterns.sort())
})

test('patterns built at run time contain only text of the shop and are safe', () => {
  expect(constructed).toEqual(Object.keys(constructors).sort())
  for (const pattern of constructedPatterns)
    expect([pattern.source, verdict(pattern)]).toEqual([pattern.source, 'safe'])
})

test('the stored verdicts cover exactly the patterns of the shop', () => {
  const instruction = 'PATTERN_VERDICTS=write npx vitest run --project rules tests/patterns.test.ts'
  expect(isCurrent, instruction).toBe(true)
})
