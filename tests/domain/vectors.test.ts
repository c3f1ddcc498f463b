import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checks } from '../../scripts/vectors/checks.ts'
import { runVectors } from '../../scripts/vectors/runner.ts'

const toPath = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
const entryShape = z.looseObject({
  id: z.string(),
  kind: z.string(),
  op: z.string(),
  expected: z.record(z.string(), z.unknown()),
})
const publishedVectors = z
  .object({ vectors: z.array(entryShape) })
  .parse(JSON.parse(readFileSync(toPath('tests/vectors/brazil.json'), 'utf8'))).vectors
const knownVectors = publishedVectors.filter(({ kind, op }) => checks.has(`${kind}/${op}`))
const runExamples = (vectors: unknown[]) => runVectors(JSON.stringify({ vectors }))

describe('the published vectors', () => {
  test('the file has examples of every known kind', () => {
    expect([...new Set(knownVectors.map(({ kind, op }) => `${kind}/${op}`))].sort()).toEqual(
      [...checks.keys()].sort(),
    )
  })

  test.each(knownVectors.map((entry) => [entry.id, entry] as const))(
    'the shop fulfils the published example %s',
    (_id, entry) => {
      expect(runExamples([entry])).toEqual({ passed: 1, total: 1, failures: [], unknownVectors: [] })
    },
  )

  test('every altered expectation fails', () => {
    for (const entry of knownVectors) {
      if ('advisory' in entry) continue
      for (const key of Object.keys(entry.expected)) {
        const alteredEntry = { ...entry, expected: { ...entry.expected, [key]: 'altered' } }
        expect(runExamples([alteredEntry]).failures).toMatchObject([
          { id: entry.id, expected: alteredEntry.expected },
        ])
      }
    }
  })

  test('a vector fails if the result lacks an expected key, even one expected to be null', () => {
    const [firstVector] = knownVectors
    expect(
      runExamples([{ ...firstVector, expected: { ...firstVector?.expected, colour: null } }]).passed,
    ).toBe(0)
  })
})

describe('the runner', () => {
  test('reports unknown checks', () => {
    const report = runExamples([
      ...knownVectors.slice(0, 2),
      { id: 'x', kind: 'horoscope', op: 'read', input: {}, expected: { a: 1 } },
    ])
    expect(report).toEqual({
      passed: 2,
      total: 3,
      failures: [],
      unknownVectors: [{ id: 'x', kind: 'horoscope', op: 'read' }],
    })
  })

  test.each([
    [null, '#1'],
    ['a string', '#1'],
    [[], '#1'],
    [{ id: 'a', kind: 'cpf', op: 'validate', expected: { valid: true } }, 'a'],
    [{ id: 'b', kind: 'cpf', op: 'validate', input: null, expected: { valid: true } }, 'b'],
    [{ id: 'c', kind: 'cpf', op: 'validate', input: { value: 52998224725 }, expected: { valid: true } }, 'c'],
    [{ id: 'd', kind: 'cpf', op: 'validate', input: { value: '52998224725' } }, 'd'],
    [{ id: 'e', kind: 'cpf', op: 'validate', input: { value: '52998224725' }, expected: {} }, 'e'],
    [{ id: 'f', kind: 'cpf', op: 'validate', input: { value: '52998224725' }, expected: 'valid' }, 'f'],
    [{ id: 7, kind: 'cnpj', op: 'check_digits', input: { base12: '' }, expected: { checkDigits: '' } }, '7'],
    [{ kind: 'boleto', op: 'parse', input: { line: '' }, expected: { valid: false } }, '#1'],
    [
      {
        id: 'g',
        kind: 'boleto_free_field',
        op: 'build',
        input: { bank: '999' },
        expected: { freeField: '' },
      },
      'g',
    ],
  ])('reports %j as failed or unknown', (entry, id) => {
    const report = runExamples([entry])
    const reportedVectors = [...report.failures, ...report.unknownVectors]
    expect(report.passed).toBe(0)
    expect(reportedVectors).toMatchObject([{ id }])
  })

  test.each([{ kind: '__proto__', op: 'x' }, { kind: 'constructor' }, { kind: 5, op: {} }, {}])(
    'reports %j as unknown',
    (entry) => {
      expect(runExamples([entry]).unknownVectors).toHaveLength(1)
    },
  )

  test('reports errors thrown by the domain', () => {
    const entry = {
      id: 'a',
      kind: 'boleto_factor',
      op: 'date_to_factor',
      input: { date: 'soon' },
      expected: { factor: '1' },
    }
    expect(runExamples([entry]).failures).toMatchObject([
      { actual: { error: expect.stringContaining('not a civil date: soon') } },
    ])
  })

  test('compares the list of wrong check digits in any order', () => {
    const line = '00190.00008 03615.574005 00000.024174 4 96700000991000'
    const entry = { id: 'a', kind: 'boleto', op: 'validate', input: { line } }
    expect(
      runExamples([{ ...entry, expected: { valid: false, failing: ['dac_geral', 'dac1'] } }]).passed,
    ).toBe(1)
    expect(runExamples([{ ...entry, expected: { valid: false, failing: ['dac1'] } }]).passed).toBe(0)
  })

  const isLateAmountAccepted = (valueCents: number, paidOn: string, totalCents: number) => {
    // In hundredths of a percent: a fine of 2 % and interest of 1 % a month.
    const rates = { finePercent: 200, interestPercent: 100 }
    const input = { valueCents, dueDate: '2026-11-03', paidOn, ...rates }
    const entry = { id: 'a', kind: 'late_amount', op: 'at_rate', input, expected: { totalCents } }
    return runExamples([entry]).passed === 1
  }

  test.each([
    // The interest of 166.67 centavos is truncated or rounded.
    [100_000, '2026-11-08', 102_166],
    [100_000, '2026-11-08', 102_167],
    // The interest of 1,000 centavos needs no rounding.
    [300_000, '2026-11-13', 307_000],
  ])('accepts truncated and rounded interest: %i paid on %s is %i', (valueCents, paidOn, totalCents) => {
    expect(isLateAmountAccepted(valueCents, paidOn, totalCents)).toBe(true)
  })

  test.each([
    [100_000, '2026-11-08', 102_165],
    [100_000, '2026-11-08', 102_168],
    [300_000, '2026-11-13', 307_001],
  ])('rejects other interest: %i paid on %s is not %i', (valueCents, paidOn, totalCents) => {
    expect(isLateAmountAccepted(valueCents, paidOn, totalCents)).toBe(false)
  })

  test.each([
    ['2026-11-14', '2026-11-16', 10_000],
    ['2026-11-14', '2026-11-17', 10_210],
    ['2026-12-31', '2027-01-04', 10_000],
  ])(
    'a boleto of 10,000 centavos due on %s, when banks are closed, and paid on %s costs %i',
    (dueDate, paidOn, totalCents) => {
      const input = { valueCents: 10_000, dueDate, paidOn, finePercent: 200, interestPercent: 100 }
      const entry = { id: 'a', kind: 'late_amount', op: 'at_rate', input, expected: { totalCents } }
      expect(runExamples([entry]).failures).toEqual([])
    },
  )

  test('an advisory vector accepts an undecided result, but neither a wrong result nor an error', () => {
    const advisoryEntry = { id: 'a', kind: 'boleto_factor', op: 'factor_to_date', advisory: true }
    const isAccepted = (input: object, dueDate: string | null) =>
      runExamples([{ ...advisoryEntry, input, expected: { dueDate } }]).passed === 1
    const ambiguousInput = { factor: '7250', referenceDate: '2026-11-21' }
    const clearInput = { factor: '1000', referenceDate: '2026-11-21' }
    // The shop returns null for the ambiguous factor, as the vector expects.
    expect(isAccepted(ambiguousInput, null)).toBe(true)
    // The shop returns null, although the vector expects a date.
    expect(isAccepted(ambiguousInput, '2017-08-13')).toBe(true)
    // The shop returns the date that the vector expects.
    expect(isAccepted(clearInput, '2025-02-22')).toBe(true)
    // The shop returns a date, although the vector expects null.
    expect(isAccepted(clearInput, null)).toBe(false)
    // The shop throws an error for an empty input.
    expect(isAccepted({}, null)).toBe(false)
  })

  test.each(['', 'no JSON', '[]', '{}', '{"vectors":{}}', '{"vectors":[]}', 'null'])(
    'rejects the file %j',
    (contents) => {
      expect(() => runVectors(contents)).toThrow()
    },
  )
})

describe('the command', { timeout: 30_000 }, () => {
  const runCommand = (...args: string[]) =>
    spawnSync(process.execPath, [toPath('scripts/vectors.mjs'), ...args], {
      encoding: 'utf8',
      cwd: toPath('.'),
    })

  test('prints the count and exits with 1 unless all vectors hold', () => {
    const { stdout, status } = runCommand('tests/vectors/brazil.json')
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${knownVectors.length}/${publishedVectors.length} hold`)
    expect(status).toBe(knownVectors.length === publishedVectors.length ? 0 : 1)
  })

  test.each([
    [[], 'Usage'],
    [['tests/vectors/none.json'], 'ENOENT'],
    [['tests/vectors'], 'EISDIR'],
    [['package.json'], 'no "vectors" array'],
    [['.gitignore'], 'JSON'],
  ])('prints the error of the arguments %j and exits with 1', (args, message) => {
    const { stderr, status } = runCommand(...args)
    expect(stderr).toContain(message)
    expect(status).toBe(1)
  })
})
