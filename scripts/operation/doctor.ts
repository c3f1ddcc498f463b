import { databaseChecks } from './doctor/database.ts'
import { type Check, type Finding, makeWrong, readReason } from './doctor/finding.ts'
import { machineChecks } from './doctor/machine.ts'
import { serviceChecks } from './doctor/services.ts'

/** Prints each check's result. Exits with 1 if one is wrong; invalid settings end it before the checks. */
const marks = { right: '✔', doubtful: '?', wrong: '✖' } as const
const checks: Check[] = [...databaseChecks, ...serviceChecks, ...machineChecks]

const counts = { right: 0, doubtful: 0, wrong: 0 }
for (const check of checks)
  for (const { state, text, act } of await runCheck(check)) {
    counts[state] += 1
    console.log(`${marks[state]} ${check.name.padEnd(17)} ${text}${act ? ` → ${act}` : ''}`)
  }
console.log(`\n${counts.right} right, ${counts.doubtful} doubtful, ${counts.wrong} wrong`)
process.exit(counts.wrong > 0 ? 1 : 0)

async function runCheck({ run }: Check): Promise<Finding[]> {
  try {
    return await run()
  } catch (error) {
    return [makeWrong(`the check failed: ${readReason(error)}`, 'report this')]
  }
}
