import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches values as the driver writes them: NULL in capitals; our statements use null. */
const valuePattern = /X?'(?:[^'\\]|\\.|'')*'|\bNULL\b|\b(?:true|false)\b|(?<![\w`])-?\d+(?:\.\d+)?\b/g
const listPattern = /\(\s*\?(?:\s*,\s*\?)*\s*\)/g
const rowsPattern = /\(\?\)(?:\s*,\s*\(\?\))+/g

/** Replaces each value with `?`, each list of values with `(?)` and several inserted rows with one. */
export function reduceStatement(statement: string): string {
  return statement.replace(valuePattern, '?').replace(listPattern, '(?)').replace(rowsPattern, '(?)')
}

/** Returns false for sessions, transactions, locks and tables. */
export function isRowStatement(statement: string): boolean {
  return /^\s*\(*\s*(?:select|with|insert|update|delete|replace)\b/i.test(statement)
}

/** Returns one statement of each shape from the files of the folder, which have one JSON string per line. */
export function readStatements(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const statements = lines.filter(Boolean).map((line): string => JSON.parse(line))
  return [...new Map(statements.map((statement) => [reduceStatement(statement), statement])).values()]
}

/** Returns true for a message of mysql2 about a statement without an error. */
export function isAcceptedQuery(message: unknown): message is { query: string } {
  return typeof message === 'object' && message !== null && 'query' in message && !('error' in message)
}
