import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { selectChanged } from '../../scripts/test/changed.mjs'
import { listTestFiles } from '../../scripts/test/kinds.mjs'
import { readSelection } from '../../scripts/test/selection.mjs'
import { readResults } from '../../scripts/test/steps.mjs'

const listPaths = (words: string[]) => [...readSelection(words).files.values()].flat()

describe('readSelection', () => {
  test('selects every check and kind without words', () => {
    const { mode, checks, files, isWhole } = readSelection([])
    expect({ mode, checks, isWhole, kinds: [...files.keys()].sort() }).toEqual({
      mode: 'complete',
      checks: ['typecheck', 'lint', 'build'],
      isWhole: true,
      kinds: ['database', 'e2e', 'faults', 'rules'],
    })
  })

  test('selects the files of a folder by path', () => {
    const paths = listPaths(['routes', 'shipments'])
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) expect(path).toMatch(/^tests\/routes\/.*shipments/)
  })

  test('selects files of several kinds by a word of their paths', () => {
    const { files, checks } = readSelection(['orders'])
    expect([...files.keys()].sort()).toEqual(['database', 'e2e', 'rules'])
    expect(checks).toEqual([])
  })

  test('selects no files for checks only', () => {
    const { files, checks } = readSelection(['lint', 'typecheck'])
    expect({ checks, files: files.size }).toEqual({ checks: ['lint', 'typecheck'], files: 0 })
  })

  test('accepts --server in any place', () => {
    const { server, mode, isWhole } = readSelection(['full', '--server', 'both'])
    expect({ server, mode, isWhole }).toEqual({ server: 'both', mode: 'full', isWhole: true })
  })

  test.each([
    [['nonsense'], 'nonsense'],
    [['routes', 'nonsense'], 'in these steps: nonsense'],
    [['--server', 'oracle'], 'oracle'],
    [['changed', 'no-such-commit'], 'no-such-commit'],
  ])('rejects %j and lists the steps', (words, reason) => {
    expect(() => readSelection(words)).toThrow(reason)
    expect(() => readSelection(words)).toThrow('Steps: typecheck lint build')
  })
})

describe('selectChanged', () => {
  test('selects nothing without changes', () => {
    const { checks, files } = selectChanged([], {})
    expect({ checks, files: files.size }).toEqual({ checks: [], files: 0 })
  })

  test.each([
    ['app/routes/admin/shipments/shipment.tsx', 'tests/routes/admin/shipments/shipment.test.ts'],
    ['app/models/orders/order-placement.server.ts', 'tests/models/orders/order-placement.test.ts'],
    ['app/domain/charges/boleto-terms.ts', 'tests/domain/charges/boleto-terms.test.ts'],
    ['app/text/subscriptions/renewal-labels.ts', 'tests/text/numbers-in-sentences.test.ts'],
    ['db/migrations/1015-create-settings.ts', 'tests/migration-rules.test.ts'],
    ['app/styles/base.css', 'tests/e2e/platform/tour.spec.ts'],
  ])('selects the nearest tests of %s', (changed, nearestTest) => {
    const { files } = selectChanged([changed])
    expect([...files.values()].flat()).toContain(nearestTest)
  })

  test('selects the files that failed in the last run first, except those that need a build', () => {
    const failedNear = 'tests/text/numbers-in-sentences.test.ts'
    const failedElsewhere = 'tests/domain/charges/boleto-terms.test.ts'
    const times = { [failedNear]: 0, [failedElsewhere]: 0, 'tests/faults/redis.test.ts': 0 }
    const { files } = selectChanged(['app/text/subscriptions/renewal-labels.ts'], times)
    const paths = [...files.values()].flat()
    expect(paths.slice(0, 2)).toEqual([failedElsewhere, failedNear])
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths).not.toContain('tests/faults/redis.test.ts')
  })

  test('selects no more files within the time if many failed', () => {
    const testFiles = listTestFiles().filter(({ kind }) => kind === 'rules' || kind === 'database')
    const { files } = selectChanged(
      ['app/text/subscriptions/renewal-labels.ts'],
      Object.fromEntries(testFiles.map(({ path }) => [path, 0])),
    )
    expect([...files.values()].flat().length).toBeLessThan(testFiles.length / 2)
  })

  test('selects the access test for a changed route', () => {
    const { files, routes } = selectChanged(['app/routes/admin/orders/refund.tsx'])
    expect(files.get('database')?.[0]).toBe('tests/routes/access.test.ts')
    expect(routes).toEqual(['admin/orders/refund'])
  })

  test('selects the journeys of the nearest folder', () => {
    const { files } = selectChanged(['app/routes/admin/shipments/shipment.tsx'])
    expect(files.get('e2e')).toEqual(['tests/e2e/admin/shipments.spec.ts'])
  })
})

describe('readResults', () => {
  const writeReportFile = (report: unknown) => {
    const file = join(mkdtempSync(join(tmpdir(), 'aeropub-results-')), 'results.json')
    writeFileSync(file, JSON.stringify(report) ?? '')
    return file
  }
  const file = join(process.cwd(), 'tests/models/orders/order.test.ts')
  const passed = { status: 'passed', title: 'a', fullName: 'a', duration: 10, meta: { slow: 'reason' } }

  test('counts tests by folder and retains reasons of slow tests', () => {
    const report = {
      testResults: [{ name: file, startTime: 0, endTime: 10, status: 'passed', assertionResults: [passed] }],
    }
    const { lines, tests, fileSeconds } = readResults('database', writeReportFile(report), { ok: true })
    expect(lines).toMatchObject([{ label: 'models', passed: 1, failed: 0, ms: 10 }])
    expect(tests).toMatchObject([{ slow: 'reason', passedAgain: false }])
    expect(fileSeconds).toEqual({ 'tests/models/orders/order.test.ts': 0.01 })
  })

  test('records no time of a failed file, so that the next selection contains it', () => {
    const failed = { ...passed, status: 'failed' }
    const report = {
      testResults: [{ name: file, startTime: 0, endTime: 10, status: 'failed', assertionResults: [failed] }],
    }
    const { fileSeconds } = readResults('database', writeReportFile(report), { ok: false })
    expect(fileSeconds).toEqual({ 'tests/models/orders/order.test.ts': 0 })
  })

  test.each([
    [
      'a file that could not be loaded',
      { testResults: [{ name: file, status: 'failed', assertionResults: [] }] },
      true,
    ],
    ['a run without tests', { testResults: [] }, true],
    [
      'a run that failed outside its tests',
      { testResults: [{ name: file, status: 'passed', assertionResults: [passed] }] },
      false,
    ],
    ['a missing report', undefined, false],
  ])('counts %s as a failure', (_, report, ok) => {
    const { lines } = readResults('database', writeReportFile(report), { ok })
    expect(lines.reduce((sum, { failed }) => sum + failed, 0)).toBe(1)
  })
})
