/** Formats rows with columns as wide as their widest cell, as the formatter does. */
export function formatMarkdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const formatLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [headings = [], ...bodyRows] = rows
  return [
    formatLine(headings),
    formatLine(widths.map((width) => '-'.repeat(width))),
    ...bodyRows.map(formatLine),
  ]
}
