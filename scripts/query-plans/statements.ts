import { subscribe } from 'node:diagnostics_channel'
import { CompiledQuery, type Kysely, sql } from 'kysely'
import type { Database } from '#app/models/platform/schema.ts'
import { isAcceptedQuery, isRowStatement, reduceStatement } from '../../tests/support/statement-shapes.ts'

/** Records the statements of this process. The returned function returns and clears the recorded ones. */
export function watchStatements(): () => string[] {
  const recorded: string[] = []
  subscribe('tracing:mysql2:query:asyncStart', (message) => {
    if (isAcceptedQuery(message) && isRowStatement(message.query)) recorded.push(message.query)
  })
  return () => recorded.splice(0)
}

export type PlanLine = { table: string; type: string; key: string; rows: number; extra: string }

/** The cost of one run. `times` counts statements of this shape. */
export type Cost = {
  statement: string
  times: number
  plan: PlanLine[]
  rowsRead: number
  milliseconds: number
}

/** Runs one statement of each shape again, to measure its plan and the rows that it reads. Changes nothing. */
export async function measureCosts(
  database: Kysely<Database>,
  statements: readonly string[],
): Promise<Cost[]> {
  const byShape = new Map<string, { text: string; times: number }>()
  for (const text of statements) {
    const shape = reduceStatement(text)
    byShape.set(shape, { text, times: (byShape.get(shape)?.times ?? 0) + 1 })
  }
  return database.connection().execute(async (connection) => {
    const costs: Cost[] = []
    for (const [statement, { text, times }] of byShape) {
      const plan = await connection.executeQuery<ExplainRow>(
        CompiledQuery.raw(`explain format=traditional ${text}`),
      )
      await connection.executeQuery(CompiledQuery.raw('start transaction'))
      const rowsBefore = await countRowsRead(connection)
      const startedAt = performance.now()
      await connection.executeQuery(CompiledQuery.raw(text)).catch(rethrowUnlessDuplicate)
      const milliseconds = performance.now() - startedAt
      const rowsRead = (await countRowsRead(connection)) - rowsBefore
      await connection.executeQuery(CompiledQuery.raw('rollback'))
      costs.push({ statement, times, plan: plan.rows.map(makePlanLine), rowsRead, milliseconds })
    }
    return costs
  })
}

/** Ignores the error of a row that the first run inserted. */
function rethrowUnlessDuplicate(error: unknown): void {
  if (!(error instanceof Error) || Reflect.get(error, 'errno') !== 1062) throw error
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
