/** Matches statements that only read; several in one are not separated. */
const reading =
  /^(?:select|show|set|begin|start transaction|commit|rollback|savepoint|release|explain|kill|unlock|lock tables|do)\b[^;]*$/i
const inserting = /^(?:insert|replace)\s+(?:ignore\s+)?(?:into\s+)?`?(\w+)`?/i
const changing = /^(?:update|delete|with)\b/i

/** Returns tables that the statement may change, rather too many than too few; all if it is unknown. */
export function tablesWrittenBy(statement: string, tables: ReadonlySet<string>): Iterable<string> {
  const text = statement.trimStart()
  if (text === '') return []
  const [, target] = inserting.exec(text) ?? []
  if (target !== undefined) return tables.has(target) ? [target] : tables
  if (changing.test(text)) return (text.match(/\w+/g) ?? []).filter((word) => tables.has(word))
  return reading.test(text) ? [] : tables
}
