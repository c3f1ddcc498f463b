/** Only reads rows, or none. Several statements in one are not told apart. */
const reading =
  /^(?:select|show|set|begin|start transaction|commit|rollback|savepoint|release|explain|kill|unlock|lock tables|do)\b[^;]*$/i
const inserting = /^(?:insert|replace)\s+(?:ignore\s+)?(?:into\s+)?`?(\w+)`?/i
const changing = /^(?:update|delete|with)\b/i

/**
 * Returns those of `tables` whose rows the statement may change: rather one too many than one too few, and all of them
 * for a statement of an unknown kind.
 */
export function tablesWrittenBy(statement: string, tables: ReadonlySet<string>): Iterable<string> {
  const text = statement.trimStart()
  if (text === '') return []
  const [, target] = inserting.exec(text) ?? []
  if (target !== undefined) return tables.has(target) ? [target] : tables
  if (changing.test(text)) return (text.match(/\w+/g) ?? []).filter((word) => tables.has(word))
  return reading.test(text) ? [] : tables
}
