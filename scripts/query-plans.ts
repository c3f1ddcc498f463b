import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { jobs } from './query-plans/jobs.ts'
import { lists } from './query-plans/lists.ts'
import { measureCosts, watchStatements } from './query-plans/statements.ts'

/** Prints index, expected and read rows and milliseconds of lists and reports, or of jobs, chosen by arguments. */
const connection = connect(env.DATABASE_URL, { queryTimeoutMs: 60_000 })
const takeStatements = watchStatements()

const commandArguments = process.argv.slice(2)
const measuresJobs = commandArguments[0] === 'jobs'
const nameParts = measuresJobs ? commandArguments.slice(1) : commandArguments
if (measuresJobs && !['development', 'test'].includes(env.APP_ENV))
  throw new Error(`jobs change and remove rows, so they are not measured with APP_ENV=${env.APP_ENV}`)
for (const { name, rowsRead } of measuresJobs ? jobs : lists) {
  if (!nameParts.every((part) => name.includes(part))) continue
  takeStatements()
  await rowsRead()
  const costs = await measureCosts(connection, takeStatements())
  const totalRows = costs.reduce((sum, { rowsRead: rows, times }) => sum + rows * times, 0)
  const totalMs = costs.reduce((sum, { milliseconds, times }) => sum + milliseconds * times, 0)
  console.log(`\n${name}: ${totalRows} rows read, ${totalMs.toFixed(1)} ms`)
  for (const { statement, times, plan, rowsRead: rows, milliseconds } of costs) {
    console.log(`  ${statement.replace(/\s+/g, ' ').slice(0, 150)}`)
    console.log(`    ${times} × ${rows} rows read, ${milliseconds.toFixed(1)} ms`)
    for (const line of plan)
      console.log(`    ${line.table} ${line.type} ${line.key || '-'} ~${line.rows} ${line.extra}`)
  }
}
await connection.destroy()
await db.destroy()
