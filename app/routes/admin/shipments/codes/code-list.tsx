import type { CheckedCodeLine } from '#app/domain/shipments/tracking-list.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatBoxChange, formatShipmentRefusal, verdictLabels } from '#app/text/shipments/shipment-labels.ts'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type CodeListLine = CheckedCodeLine & { result?: string | null }

const maxShownLength = 80

/** Shows the outcome of each line of a pasted list of tracking codes. */
export function CodeListResult({
  lines,
  makeShipmentHref,
}: {
  lines: readonly CodeListLine[]
  makeShipmentHref: (id: number) => string
}) {
  const sentCount = lines.filter(({ result }) => result === 'changed').length
  const isSent = lines.some(({ result }) => result !== undefined)
  return (
    <section aria-labelledby="conferencia" className="section">
      <h2 id="conferencia">{isSent ? formatResultTitle(sentCount) : 'Conferência'}</h2>
      <DataTable
        caption="Linhas da lista"
        columns={listColumns(makeShipmentHref)}
        rows={lines}
        rowKey={(_, index) => index}
        empty={{ text: 'A lista está vazia' }}
      />
    </section>
  )
}

function formatResultTitle(sentCount: number): string {
  return sentCount === 1 ? '1 expedição enviada' : `${sentCount} expedições enviadas`
}

function listColumns(makeShipmentHref: (id: number) => string): Column<CodeListLine>[] {
  return [
    { key: 'text', label: 'Linha', rowHeader: true, render: ({ text }) => text.slice(0, maxShownLength) },
    {
      key: 'shipment',
      label: 'Expedição',
      align: 'code',
      render: ({ shipment }) =>
        shipment ? <a href={makeShipmentHref(shipment.id)}>{`#${shipment.id}`}</a> : '-',
    },
    { key: 'client', label: 'Cliente', render: ({ shipment }) => shipment?.client ?? '-' },
    {
      key: 'type',
      label: columnNames.service,
      render: ({ shipment }) => (shipment ? formatService(shipment.type) : '-'),
    },
    {
      key: 'code',
      label: columnNames.trackingCode,
      align: 'code',
      render: ({ bareCode, code }) => bareCode ?? (code || '-'),
    },
    { key: 'verdict', label: 'Resultado', render: (line) => <VerdictCell line={line} /> },
  ]
}

function VerdictCell({ line: { verdict, result, shipment } }: { line: CodeListLine }) {
  if (result === 'changed') return <StatusTag tone="good">Enviada</StatusTag>
  if (result === 'already') return <StatusTag>Já estava enviada</StatusTag>
  if (result) return <StatusTag tone="bad">{formatShipmentRefusal(result)}</StatusTag>
  const { text, tone } = verdictLabels[verdict]
  const changes = verdict === 'contents-changed' ? (shipment?.changes ?? []) : []
  return (
    <>
      <StatusTag tone={tone}>{text}</StatusTag>
      {changes.length > 0 ? <span className="sub">{changes.map(formatBoxChange).join('; ')}</span> : null}
    </>
  )
}
