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

/** The place of a named value in a query that is compiled once. */
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
 * A query that is built and compiled at its first execution, for hot paths: building one again costs more processor time
 * than sending it. Each execution only binds the values, in the order of their slots. `build` runs once per process, so
 * it may depend on nothing but its slots.
 */
export function compileOnce<V extends Values, Row>(build: (value: ValueSlots<V>) => Compilable<Row>) {
  let compiled: CompiledQuery<Row> | undefined
  const run = (reader: DbOrTrx, values: V): Promise<QueryResult<Row>> => {
    compiled ??= build((name) => new Slot(name)).compile()
    const parameters = compiled.parameters.map((each) => (each instanceof Slot ? values[each.name] : each))
    return reader.executeQuery({ ...compiled, parameters })
  }
  return {
    run,
    rows: async (reader: DbOrTrx, values: V): Promise<Row[]> => (await run(reader, values)).rows,
    first: async (reader: DbOrTrx, values: V): Promise<Row | undefined> =>
      (await run(reader, values)).rows[0],
  }
}

/** Keeps what `make` returns for a key; for queries of few shapes. */
export function cachedByKey<Key extends string | number, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}

/** The values of a slot as a list for `in`; the driver writes arrays out. Must not be empty. */
export function listed<T>(values: Expression<readonly T[]>) {
  return sql<T>`(${values})`
}

/** Every column is required: one left out would be written as null, not as its default. */
type Row<Table extends keyof Database, Column extends PropertyKey> = Required<
  Pick<Insertable<Database[Table]>, Column & keyof Insertable<Database[Table]>>
>

/** An insert of these columns, compiled once for any number of rows; there must be one at least. */
export function insertOnce<
  Table extends keyof Database & string,
  Column extends keyof Insertable<Database[Table]> & keyof Database[Table] & string,
>(table: Table, columns: readonly Column[], { ignoresRepeats = false } = {}) {
  const insert = compileOnce((value: ValueSlots<{ rows: readonly (readonly unknown[])[] }>) =>
    db
      .insertInto(table)
      .$if(ignoresRepeats, (rows) => rows.ignore())
      .columns(columns)
      .expression(sql`values ${value('rows')}`),
  )
  return (writer: DbOrTrx, rows: readonly Row<Table, Column>[]) =>
    insert.run(writer, { rows: rows.map((row) => columns.map((column) => row[column])) })
}
