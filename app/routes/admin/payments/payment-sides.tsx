import type { ReactNode } from 'react'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Fact = { label: string; bank: string; boleto: string; agrees: string }

/** Compares the bank's record with our boleto, for the decision about a payment (D68). */
export function PaymentSides({ rows, children }: { rows: readonly Fact[]; children?: ReactNode }) {
  return (
    <section className="section" aria-labelledby="lados">
      <h2 id="lados">O banco e o boleto</h2>
      <DataTable
        caption="O que o retorno do banco diz e o que diz o boleto"
        columns={columns}
        rows={rows}
        rowKey={(fact) => fact.label}
        empty={{ text: 'Nada a comparar.' }}
      />
      {children}
    </section>
  )
}

const columns: Column<Fact>[] = [
  { key: 'label', label: 'Dado', rowHeader: true, render: (fact) => fact.label },
  { key: 'bank', label: 'Banco', align: 'code', render: (fact) => fact.bank },
  { key: 'boleto', label: 'Boleto da loja', align: 'code', render: (fact) => fact.boleto },
  { key: 'agrees', label: 'Conferência', render: (fact) => fact.agrees },
]
