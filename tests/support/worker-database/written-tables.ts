/** Matches a single statement that only reads. Several statements in one text do not match. */
const readingPattern =
  /^(?:select|show|set|begin|start transaction|commit|rollback|savepoint|release|explain|kill|unlock|lock tables|do)\b[^;]*$/i
const insertPattern = /^(?:insert|replace)\s+(?:ignore\s+)?(?:into\s+)?`?(\w+)`?/i
const changePattern = /^(?:update|delete|with)\b/i

/** Returns at least the tables that the statement changes, and all tables for an unknown statement. */
export function listWrittenTables(statement: string, tables: ReadonlySet<string>): Iterable<string> {
  const text = statement.trimStart()
  if (text === '') return []
  const [, target] = insertPattern.exec(text) ?? []
  if (target !== undefined) return tables.has(target) ? [target] : tables
  if (changePattern.test(text)) return (text.match(/\w+/g) ?? []).filter((word) => tables.has(word))
  return readingPattern.test(text) ? [] : tables
}
