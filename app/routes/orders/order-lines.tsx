import type { ReturnedMoney } from '#app/models/charges/returned-money.server.ts'
import type { findOrderDetail } from '#app/models/orders/order.server.ts'
import { LineAircraft } from '#app/routes/orders/line-aircraft.tsx'
import { formatFreight } from '#app/text/checkout/shipping-labels.ts'
import { getReturnedLabel } from '#app/text/payments/refund-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { formatLineName } from '#app/text/subscriptions/renewal-labels.ts'
import { Money } from '#app/ui/money.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

type Order = NonNullable<Awaited<ReturnType<typeof findOrderDetail>>>
type Line = Order['lines'][number]

/** The text about a withdrawn line. `isRemoved` is true if the copy no longer belongs to the order. */
export type WithdrawalNote = { text: string; isRemoved: boolean }
type NotesByLine = ReadonlyMap<number, WithdrawalNote>
type LineGroup = Line & { quantity: number }

type LinesProps = { order: Order; withdrawalNotes: NotesByLine; returns: readonly ReturnedMoney[] }

/** Shows the lines of an order, with equal lines in one row (D21), and the sums. */
export function OrderLines({ order, withdrawalNotes, returns }: LinesProps) {
  return (
    <DataTable
      caption="Publicações do pedido"
      columns={listColumns(withdrawalNotes)}
      rows={groupLines(order.lines, withdrawalNotes)}
      rowKey={(line) => line.id}
      empty={{ text: 'Nenhuma publicação' }}
      totals={[
        { label: 'Publicações', value: <Money centavos={order.total_publications} /> },
        {
          label: 'Frete',
          value: formatFreight({ type: order.shipping_type, value: order.shipping_value }),
        },
        { label: 'Total', value: <Money centavos={order.total} /> },
        ...returns.map((refund) => ({
          label: `${getReturnedLabel(refund)} em ${formatDate(refund.on)}`,
          value: <Money centavos={refund.value} />,
        })),
      ]}
    />
  )
}

/** Merges equal lines into one line with a quantity. */
export function groupLines(lines: readonly Line[], withdrawalNotes: NotesByLine): LineGroup[] {
  const groups = new Map<string, LineGroup>()
  for (const line of lines) {
    const { id, ...comparedFields } = line
    const key = JSON.stringify([comparedFields, withdrawalNotes.get(id)])
    const knownGroup = groups.get(key)
    if (knownGroup) knownGroup.quantity += 1
    else groups.set(key, { ...line, quantity: 1 })
  }
  return [...groups.values()]
}

function listColumns(withdrawalNotes: NotesByLine): Column<LineGroup>[] {
  return [
    {
      key: 'name',
      label: 'Publicação',
      rowHeader: true,
      render: (line) => <NameCell line={line} withdrawalNote={withdrawalNotes.get(line.id)} />,
    },
    { key: 'version', label: 'Versão', align: 'code', render: (line) => line.version },
    { key: 'aircraft', label: 'Aeronave', render: (line) => <LineAircraft line={line} /> },
    { key: 'value', label: 'Valor', align: 'num', render: (line) => <ValueCell line={line} /> },
  ]
}

type NameCellProps = { line: LineGroup; withdrawalNote: WithdrawalNote | undefined }

function NameCell({ line, withdrawalNote }: NameCellProps) {
  const name = (
    <>
      {line.quantity > 1 ? `${line.quantity} × ` : null}
      <Unbroken text={formatLineName(line)} />
    </>
  )
  return (
    <>
      {withdrawalNote?.isRemoved ? <s>{name}</s> : name}
      {withdrawalNote ? <span className="hint">{withdrawalNote.text}</span> : null}
    </>
  )
}

function ValueCell({ line: { value, quantity } }: { line: LineGroup }) {
  return (
    <>
      <Money centavos={value * quantity} />
      {quantity > 1 ? (
        <span className="hint">
          <Money centavos={value} /> cada
        </span>
      ) : null}
    </>
  )
}
