import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { clearHeld } from '#app/models/platform/catalogue-version/version.server.ts'

/** The driver says there what it sends; its own type of the message is no export. */
const sentByDriver = 'tracing:mysql2:query:start'

/**
 * Each statement that goes to the database until `work` has ended, `begin` and `commit` too. Left out is what depends
 * on what ran before in this process: the settings of a new connection, the version of the catalogue, the rows of
 * `settings` and the counts of the menu, which it holds. Of the catalogue nothing is held when `work` begins.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  clearHeld()
  const sent: string[] = []
  const note = (message: unknown) => {
    const statement = statementIn(message)
    if (!isOfProcess(statement)) sent.push(statement)
  }
  subscribe(sentByDriver, note)
  try {
    await work()
  } finally {
    unsubscribe(sentByDriver, note)
  }
  return sent
}

function statementIn(message: unknown): string {
  if (typeof message === 'object' && message !== null && 'query' in message) return String(message.query)
  throw new Error('the driver does not say what it sends')
}

function isOfProcess(statement: string): boolean {
  return (
    /^set session /.test(statement) ||
    statement.includes(' as menu_counts ') ||
    /^select [^()]* from `(?:settings|catalogue_version)`/.test(statement)
  )
}
