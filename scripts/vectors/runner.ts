import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { checks } from './checks.ts'
import { Range } from './range.ts'

/** A vector that does not hold. `actual` is our result, or the reason why there is none. */
export type VectorMiss = { id: string; kind: string; op: string; expected: unknown; actual: unknown }

/** A vector for whose kind and operation there is no check. */
export type UnknownVector = { id: string; kind: string; op: string }

export type VectorReport = {
  passed: number
  total: number
  failures: VectorMiss[]
  unknownVectors: UnknownVector[]
}

const fileShape = z.object({ vectors: z.array(z.unknown()).min(1) })
const entryShape = z.record(z.string(), z.unknown())
const expectedShape = entryShape.refine((expected) => Object.keys(expected).length > 0)

export function runVectors(contents: string): VectorReport {
  const { vectors } = readFile(contents)
  const failures: VectorMiss[] = []
  const unknownVectors: UnknownVector[] = []
  for (const [index, entry] of vectors.entries()) {
    const verdict = judgeVector(entry, `#${index + 1}`)
    if (verdict === 'holds') continue
    if ('actual' in verdict) failures.push(verdict)
    else unknownVectors.push(verdict)
  }
  return {
    passed: vectors.length - failures.length - unknownVectors.length,
    total: vectors.length,
    failures,
    unknownVectors,
  }
}

function readFile(contents: string) {
  const parsedFile = fileShape.safeParse(JSON.parse(contents))
  if (parsedFile.success) return parsedFile.data
  throw new Error(`no "vectors" array with entries in it (${z.prettifyError(parsedFile.error)})`)
}

function judgeVector(vector: unknown, position: string): VectorMiss | UnknownVector | 'holds' {
  const entryResult = entryShape.safeParse(vector)
  if (!entryResult.success)
    return { id: position, kind: '', op: '', expected: undefined, actual: 'the entry is no object' }
  const entry = entryResult.data
  const vectorName = {
    id: formatLabel(entry.id) || position,
    kind: formatLabel(entry.kind),
    op: formatLabel(entry.op),
  }
  const check = checks.get(`${vectorName.kind}/${vectorName.op}`)
  if (!check) return vectorName
  const expectedResult = expectedShape.safeParse(entry.expected)
  if (!expectedResult.success)
    return { ...vectorName, expected: entry.expected, actual: 'the entry expects nothing' }
  const actual = runCheck(check, entry.input)
  const isMatch =
    entry.advisory === true
      ? matchesAsAdvice(expectedResult.data, actual)
      : matchesExactly(expectedResult.data, actual)
  return isMatch ? 'holds' : { ...vectorName, expected: expectedResult.data, actual }
}

function runCheck(check: (input: unknown) => object, input: unknown): object {
  try {
    return check(input)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function matchesExactly(expected: Record<string, unknown>, actual: object): boolean {
  const actualValues = new Map<string, unknown>(Object.entries(actual))
  return Object.entries(expected).every(
    ([key, value]) => actualValues.has(key) && isSame(key, value, actualValues.get(key)),
  )
}

// For an advisory vector, our result may also be undecided: null values, or `valid` is false.
function matchesAsAdvice(expected: Record<string, unknown>, actual: object): boolean {
  const actualValues = new Map<string, unknown>(Object.entries(actual))
  if (actualValues.get('valid') === false && !actualValues.has('error')) return true
  return Object.entries(expected).every(
    ([key, value]) =>
      actualValues.has(key) && (actualValues.get(key) === null || isSame(key, value, actualValues.get(key))),
  )
}

// Ignores the sequence of `failing`, which has no meaning.
function isSame(key: string, expected: unknown, actual: unknown): boolean {
  if (actual instanceof Range) return actual.has(expected)
  if (key !== 'failing' || !Array.isArray(expected) || !Array.isArray(actual))
    return isDeepStrictEqual(expected, actual)
  return isDeepStrictEqual([...expected].sort(), [...actual].sort())
}

function formatLabel(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
