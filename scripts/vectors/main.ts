import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { runVectors, type VectorReport } from './runner.ts'

function runMain(file: string | undefined): number {
  if (!file) return fail('Usage: npm run vectors -- FILE')
  try {
    return print(runVectors(readFileSync(file, 'utf8')))
  } catch (error) {
    return fail(
      `Cannot run the vectors of ${file}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function print({ hold, total, misses, unknown }: VectorReport): number {
  for (const { id, kind, op, expected, got } of misses) {
    console.log(`MISS ${id} (${kind}/${op})\n  expected ${show(expected)}\n  got      ${show(got)}`)
  }
  for (const { id, kind, op } of unknown) console.log(`UNKNOWN ${id} (${kind}/${op})`)
  console.log(`${hold}/${total} hold`)
  return hold === total ? 0 : 1
}

function show(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY })
}

function fail(message: string): number {
  console.error(message)
  return 1
}

process.exitCode = runMain(process.argv[2])
