import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { jobs } from './query-plans/jobs.ts'
import { lists } from './query-plans/lists.ts'
import { measureCosts, watchStatements } from './query-plans/statements.ts'

/** Prints index, expected and read rows and milliseconds of lists, reports and jobs, chosen by arguments. */
const connection = connect(env.DATABASE_URL, { queryTimeoutMs: 60_000 })
const takeStatements = watchStatements()

const commandArguments = process.argv.slice(2)
const reads = env.APP_ENV === 'production' ? lists : [...lists, ...jobs]
for (const { name, rowsRead } of reads) {
  if (!commandArguments.every((word) => name.includes(word))) continue
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
