import { cell, numberCell } from '#app/emails/mail-layout.tsx'
import { formatReais } from '#app/text/platform/format.ts'

/** A copy that is given back; value in centavos. */
export type WithdrawnLine = { name: string; version: string; value: number; prefix: string | null }

/** The copies given back as text lines. */
export function withdrawnText(lines: readonly WithdrawnLine[]): string[] {
  return lines.map((line) => `${nameOf(line)}: ${formatReais(line.value)}`)
}

/** The copies given back as a table. */
export function WithdrawnTable({ lines }: { lines: readonly WithdrawnLine[] }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal copies are told apart by their place alone.
          <tr key={index}>
            <td style={cell}>{nameOf(line)}</td>
            <td style={numberCell}>{formatReais(line.value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function nameOf({ name, version, prefix }: WithdrawnLine): string {
  return `${name} (versão ${version})${prefix === null ? '' : `, aeronave ${prefix}`}`
}
