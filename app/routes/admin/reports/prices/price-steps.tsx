import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type PriceStep = { from: string; to: string }

type PublicationPrices = {
  publicationId: number
  name: string
  /** version and state, if known */
  note: string | null
  href: string
  /** old and new price as text; null if the publication has none */
  price: PriceStep | null
  renewal: PriceStep | null
  fault: string | null
}

/** Lists publications with their prices, old → new. */
export function PriceSteps({ caption, steps }: { caption: string; steps: readonly PublicationPrices[] }) {
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

const columns: Column<PublicationPrices>[] = [
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
    render: ({ price }) => <OldAndNewPrice step={price} />,
  },
  {
    key: 'renewal',
    label: 'Preço de renovação',
    align: 'num',
    render: ({ renewal }) => <OldAndNewPrice step={renewal} />,
  },
]

/** Shows old and new price; a narrow cell shows the new price on the next line. */
function OldAndNewPrice({ step }: { step: PriceStep | null }) {
  if (!step) return '-'
  return (
    <span className="from-to">
      <span className="num">{step.from}</span> <span className="num">{`→ ${step.to}`}</span>
    </span>
  )
}
