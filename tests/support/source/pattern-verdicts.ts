import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import recheck from 'recheck/package.json' with { type: 'json' }
import type { Pattern } from './patterns.ts'

type PatternText = Pick<Pattern, 'source' | 'flags'>
/** `judge` is the checker with its bounds; verdicts of another checker are not reused. */
type StoredVerdicts = { judge: string; verdicts: Record<string, string> }

const file = join(import.meta.dirname, 'pattern-verdicts.json')

/** Attack strings, used if there is no automaton, are the same in each run. */
const bounds = {
  timeout: 120_000,
  randomSeed: 1,
  maxIteration: 3,
  maxAttackStringSize: 20_000,
  maxRecallStringSize: 20_000,
  attackLimit: 20_000_000,
  recallLimit: 20_000_000,
}
process.env.RECHECK_BACKEND = 'pure'
const judge = `recheck ${recheck.version} ${JSON.stringify(bounds)}`

/** Returns `safe`, `polynomial`, `exponential` or `unknown`; takes up to several seconds. */
export function judgePattern({ source, flags }: PatternText): string {
  const verdict = checkSync(source, flags, bounds)
  return verdict.status === 'vulnerable' ? verdict.complexity.type : verdict.status
}

/** Judges patterns without a stored verdict. PATTERN_VERDICTS=judge judges all, =write also stores them. */
export function judgePatterns(patterns: readonly PatternText[]) {
  const mode = process.env.PATTERN_VERDICTS
  const stored: StoredVerdicts = JSON.parse(readFileSync(file, 'utf8'))
  const reusable = mode || stored.judge !== judge ? {} : stored.verdicts
  const texts = new Map(patterns.map((pattern) => [formatPattern(pattern), pattern]))
  const verdicts = Object.fromEntries(
    [...texts].map(([text, pattern]) => [text, reusable[text] ?? judgePattern(pattern)]).sort(),
  )
  if (mode === 'write') writeFileSync(file, `${JSON.stringify({ judge, verdicts }, null, 2)}\n`)
  const isCurrent = mode === 'write' || (stored.judge === judge && hasSameKeys(stored.verdicts, verdicts))
  return { verdict: (pattern: PatternText) => verdicts[formatPattern(pattern)], isCurrent }
}

function formatPattern({ source, flags }: PatternText): string {
  return `/${source}/${flags}`
}

function hasSameKeys(first: object, second: object): boolean {
  return Object.keys(first).sort().join('\n') === Object.keys(second).sort().join('\n')
}
