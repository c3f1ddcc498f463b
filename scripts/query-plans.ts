import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { measureCosts, watchStatements } from './query-plans/statements.ts'

/** Prints index, expected and read rows and milliseconds of lists and reports, chosen by arguments. */
const plainDb = connect(env.DATABASE_URL, { queryTimeoutMs: 60_000 })
const { database, take } = watchStatements(plainDb)
// Models use the single database of the process, which the first import of a model opens.
globalThis.aeropubDatabase = database
const { lists } = await import('./query-plans/lists.ts')

const commandArguments = process.argv.slice(2)
const chosenLists = lists.filter(({ name }) => commandArguments.every((word) => name.includes(word)))
for (const { name, rowsRead } of chosenLists) {
  take()
  await rowsRead()
  const costs = await measureCosts(plainDb, take())
  const totalRows = costs.reduce((sum, { rowsRead: rows }) => sum + rows, 0)
  const totalMs = costs.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  console.log(`\n${name}: ${totalRows} rows read, ${totalMs.toFixed(1)} ms`)
  for (const { statement, plan, rowsRead: rows, milliseconds } of costs) {
    console.log(`  ${statement.replace(/\s+/g, ' ').slice(0, 150)}`)
    console.log(`    ${rows} rows read, ${milliseconds.toFixed(1)} ms`)
    for (const line of plan)
      console.log(`    ${line.table} ${line.type} ${line.key || '-'} ~${line.rows} ${line.extra}`)
  }
}
await plainDb.destroy()
