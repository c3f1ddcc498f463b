import { type Column, DataTable } from './table.tsx'

type Step = {
  publicationId: number
  name: string
  /** version and state, where they are known */
  note: string | null
  href: string
  /** 'R$ 80,00 → R$ 88,00' */
  price: string
  renewal: string
  fault: string | null
}

/** Every title with its prices, old → new. */
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
        {fault ? <span className="sub error">{fault}</span> : null}
      </>
    ),
  },
  { key: 'price', label: 'Preço de compra', align: 'num', render: ({ price }) => price },
  { key: 'renewal', label: 'Preço de renovação', align: 'num', render: ({ renewal }) => renewal },
]
