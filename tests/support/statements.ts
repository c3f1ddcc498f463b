import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { clearCaches } from '#app/models/platform/catalogue-version/version.server.ts'

/** The channel where the driver publishes statements; its message type is not exported. */
const driverChannel = 'tracing:mysql2:query:start'

/** Records statements, without those that depend on what this process cached before. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  clearCaches()
  const statements: string[] = []
  const recordStatement = (message: unknown) => {
    const statement = findStatement(message)
    if (!dependsOnCache(statement)) statements.push(statement)
  }
  subscribe(driverChannel, recordStatement)
  try {
    await work()
  } finally {
    unsubscribe(driverChannel, recordStatement)
  }
  return statements
}

function findStatement(message: unknown): string {
  if (typeof message === 'object' && message !== null && 'query' in message) return String(message.query)
  throw new Error('the driver does not say what it sends')
}

function dependsOnCache(statement: string): boolean {
  return (
    /^set session /.test(statement) ||
    statement.includes(' as menu_counts ') ||
    /^select [^()]* from `(?:settings|catalogue_version)`/.test(statement)
  )
}
