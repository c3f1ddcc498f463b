import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type PriceStep = { from: string; to: string }

type Step = {
  publicationId: number
  name: string
  /** version and state, if known */
  note: string | null
  href: string
  /** old and new price as text; null if it has none */
  price: PriceStep | null
  renewal: PriceStep | null
  fault: string | null
}

/** Lists publications with their prices, old → new. */
export function PriceSteps({ caption, steps }: { caption: string; steps: readonly Step[] }) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={steps}
      rowKey={({ publicationId }) => publicationId}
      empty={{ text: 'Nenhuma publicação encontrada!' }}
    />
  )
}

const columns: Column<Step>[] = [
  {
    key: 'name',
    label: 'Publicação',
    rowHeader: true,
    render: ({ href, name, note, fault }) => (
      <>
        <a href={href}>{name}</a>
        {note ? <span className="sub">{note}</span> : null}
        {fault ? (
          <span className="sub">
            <StatusTag tone="bad">{fault}</StatusTag>
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'price',
    label: 'Preço de compra',
    align: 'num',
    render: ({ price }) => <FromTo step={price} />,
  },
  {
    key: 'renewal',
    label: 'Preço de renovação',
    align: 'num',
    render: ({ renewal }) => <FromTo step={renewal} />,
  },
]

/** Shows both prices. The new one is on the next line if there is no room. */
function FromTo({ step }: { step: PriceStep | null }) {
  if (!step) return '-'
  return (
    <span className="from-to">
      <span className="num">{step.from}</span> <span className="num">{`→ ${step.to}`}</span>
    </span>
  )
}
