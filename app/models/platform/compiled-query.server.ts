import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type Insertable,
  type QueryResult,
  sql,
  ValueNode,
} from 'kysely'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

type Values = Readonly<Record<string, unknown>>

/** A placeholder for a named value in a query that is compiled once. */
class Slot<T> implements Expression<T> {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  get expressionType(): T | undefined {
    return undefined
  }
  toOperationNode() {
    return ValueNode.create(this)
  }
}

export type ValueSlots<V extends Values> = <Name extends keyof V & string>(name: Name) => Expression<V[Name]>

/**
 * Builds and compiles a query at its first execution, for frequent queries whose building costs more CPU time
 * than sending. Later executions only bind values. `build` runs once, so it must depend only on its slots.
 */
export function compileQuery<V extends Values, Row>(build: (value: ValueSlots<V>) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  const run = (reader: DbOrTrx, values: V): Promise<QueryResult<Row>> => {
    compiled ??= build((name) => new Slot(name)).compile()
    const parameters = compiled.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name] : parameter,
    )
    return reader.executeQuery({ ...compiled, parameters })
  }
  return {
    run,
    rows: async (reader: DbOrTrx, values: V): Promise<Row[]> => (await run(reader, values)).rows,
    first: async (reader: DbOrTrx, values: V): Promise<Row | undefined> =>
      (await run(reader, values)).rows[0],
  }
}

export function cacheByKey<Key extends string | number, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const cachedValues = new Map<Key, Value>()
  return (key) => {
    const cachedValue = cachedValues.get(key) ?? compute(key)
    cachedValues.set(key, cachedValue)
    return cachedValue
  }
}

/** Returns a slot's values as a list for `in`, which the driver expands. The array must not be empty. */
export function expandList<T>(values: Expression<readonly T[]>) {
  return sql<T>`(${values})`
}

/** The values of all columns: an omitted one would be written as null instead of its default. */
type Row<Table extends keyof Database, Column extends PropertyKey> = Required<
  Pick<Insertable<Database[Table]>, Column & keyof Insertable<Database[Table]>>
>

/** Compiles an insert of these columns once, for one or more rows. */
export function compileInsert<
  Table extends keyof Database & string,
  Column extends keyof Insertable<Database[Table]> & keyof Database[Table] & string,
>(table: Table, columns: readonly Column[], { ignoresRepeats = false } = {}) {
  const insert = compileQuery((value: ValueSlots<{ rows: readonly (readonly unknown[])[] }>) =>
    db
      .insertInto(table)
      .$if(ignoresRepeats, (rows) => rows.ignore())
      .columns(columns)
      .expression(sql`values ${value('rows')}`),
  )
  return (writer: DbOrTrx, rows: readonly Row<Table, Column>[]) =>
    insert.run(writer, { rows: rows.map((row) => columns.map((column) => row[column])) })
}
