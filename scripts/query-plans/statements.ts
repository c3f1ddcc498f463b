import { CompiledQuery, type Kysely, type KyselyPlugin, MysqlQueryCompiler, sql } from 'kysely'
import type { Database } from '#app/models/platform/schema.ts'

/** Records statements. `take` returns and clears the recorded ones. */
export function watchStatements(database: Kysely<Database>) {
  const compiler = new MysqlQueryCompiler()
  let recordedStatements: CompiledQuery[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const query = compiler.compileQuery(node, queryId)
      if (!query.parameters.some(isPlaceholder)) recordedStatements.push(query)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const takeStatements = () => {
    const statements = recordedStatements
    recordedStatements = []
    return statements
  }
  const watchedDatabase = database.withPlugin(plugin)
  const executeQuery = watchedDatabase.executeQuery.bind(watchedDatabase)
  // Queries that were compiled before pass no plugin.
  watchedDatabase.executeQuery = (query, ...options) => {
    if ('parameters' in query) recordedStatements.push(query)
    return executeQuery(query, ...options)
  }
  return { database: watchedDatabase, take: takeStatements }
}

/** Returns true for a value that a compiled query binds later. */
function isPlaceholder(parameter: unknown): boolean {
  return typeof parameter === 'object' && parameter !== null && 'toOperationNode' in parameter
}

export type PlanLine = { table: string; type: string; key: string; rows: number; extra: string }

export type Cost = { statement: string; plan: PlanLine[]; rowsRead: number; milliseconds: number }

/** Runs each statement again on one connection, to measure its plan and the rows that it reads. */
export async function measureCosts(
  database: Kysely<Database>,
  statements: readonly CompiledQuery[],
): Promise<Cost[]> {
  return database.connection().execute(async (connection) => {
    const costs: Cost[] = []
    for (const { sql: statementText, parameters } of statements) {
      if (!/^\s*(select|with|\()/i.test(statementText)) continue
      const plan = await connection.executeQuery<ExplainRow>(
        CompiledQuery.raw(`explain format=traditional ${statementText}`, [...parameters]),
      )
      const rowsBefore = await countRowsRead(connection)
      const startedAt = performance.now()
      await connection.executeQuery(CompiledQuery.raw(statementText, [...parameters]))
      const milliseconds = performance.now() - startedAt
      const rowsRead = (await countRowsRead(connection)) - rowsBefore
      costs.push({ statement: statementText, plan: plan.rows.map(makePlanLine), rowsRead, milliseconds })
    }
    return costs
  })
}

type ExplainRow = Record<'table' | 'type' | 'key' | 'Extra', string | null> & { rows: string | number | null }

function makePlanLine({ table, type, key, rows, Extra }: ExplainRow): PlanLine {
  return { table: table ?? '', type: type ?? '', key: key ?? '', rows: Number(rows ?? 0), extra: Extra ?? '' }
}

/** Returns a counter with the same name in MySQL and MariaDB. Reading it adds a few rows. */
async function countRowsRead(connection: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ Value: string }>`show session status like 'Handler_read%'`.execute(connection)
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
}
