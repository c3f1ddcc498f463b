import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { runVectors, type VectorReport } from './runner.ts'

function runMain(file: string | undefined): number {
  if (!file) return fail('Usage: npm run vectors -- FILE')
  try {
    return printReport(runVectors(readFileSync(file, 'utf8')))
  } catch (error) {
    return fail(
      `Cannot run the vectors of ${file}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function printReport({ passed, total, failures, unknownVectors }: VectorReport): number {
  for (const { id, kind, op, expected, actual } of failures) {
    console.log(
      `MISS ${id} (${kind}/${op})\n  expected ${formatValue(expected)}\n  got      ${formatValue(actual)}`,
    )
  }
  for (const { id, kind, op } of unknownVectors) console.log(`UNKNOWN ${id} (${kind}/${op})`)
  console.log(`${passed}/${total} hold`)
  return passed === total ? 0 : 1
}

function formatValue(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY })
}

function fail(message: string): number {
  console.error(message)
  return 1
}

process.exitCode = runMain(process.argv[2])
