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
 * Builds and compiles a query at its first execution; later executions only bind values. Frequent queries use it,
 * because building them costs more CPU time than sending them. `build` must depend only on its slots.
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
    async rows(reader: DbOrTrx, values: V): Promise<Row[]> {
      const { rows } = await run(reader, values)
      return rows
    },
    async first(reader: DbOrTrx, values: V): Promise<Row | undefined> {
      const { rows } = await run(reader, values)
      return rows[0]
    },
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

/** Returns a slot's values as a list for `in`. The driver expands the list, so it must not be empty. */
export function expandList<T>(values: Expression<readonly T[]>) {
  return sql<T>`(${values})`
}

/** A value for each column, because an omitted value would be written as null instead of the default. */
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
  return (writer: DbOrTrx, rows: readonly Row<Table, Column>[]) => {
    const valueLists = rows.map((row) => columns.map((column) => row[column]))
    return insert.run(writer, { rows: valueLists })
  }
}
