import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches values as the driver writes them: NULL in capitals; our statements use null. */
const value = /X?'(?:[^'\\]|\\.|'')*'|\bNULL\b|\b(?:true|false)\b|(?<![\w`])-?\d+(?:\.\d+)?\b/g
const list = /\(\s*\?(?:\s*,\s*\?)*\s*\)/g
const lists = /\(\?\)(?:\s*,\s*\(\?\))+/g

/** Replaces each value with `?` and shortens lists and inserted rows to one. */
export function statementShape(statement: string): string {
  return statement.replace(value, '?').replace(list, '(?)').replace(lists, '(?)')
}

/** Returns false for sessions, transactions, locks and tables. */
export function isRowStatement(statement: string): boolean {
  return /^\s*\(*\s*(?:select|with|insert|update|delete|replace)\b/i.test(statement)
}

/** Returns one statement of each shape; files have one JSON statement per line. */
export function readStatements(folder: string): string[] {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const statements = lines.filter(Boolean).map((line): string => JSON.parse(line))
  return [...new Map(statements.map((statement) => [statementShape(statement), statement])).values()]
}
