import type { ReactNode } from 'react'
import type { formatPaymentSides } from '#app/routes/admin/payments/payment-sides.server.ts'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type ComparisonRow = { label: string; bank: string; boleto: string; agrees: string }

/** Compares the bank's record with our boleto, for the decision about a payment (D68). */
function PaymentSides({ rows, children }: { rows: readonly ComparisonRow[]; children?: ReactNode }) {
  return (
    <section className="section" aria-labelledby="lados">
      <h2 id="lados">O banco e o boleto</h2>
      <DataTable
        caption="O que o retorno do banco diz e o que diz o boleto"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.label}
        empty={{ text: 'Nada a comparar.' }}
      />
      {children}
    </section>
  )
}

const columns: Column<ComparisonRow>[] = [
  { key: 'label', label: 'Dado', rowHeader: true, render: (row) => row.label },
  { key: 'bank', label: 'Banco', align: 'code', render: (row) => row.bank },
  { key: 'boleto', label: 'Boleto da loja', align: 'code', render: (row) => row.boleto },
  { key: 'agrees', label: 'Conferência', render: (row) => row.agrees },
]

type Sides = NonNullable<Awaited<ReturnType<typeof formatPaymentSides>>>

/** Shows the bank's record of a payment from a return file, beside our boleto. */
export function BankRecord({ sides }: { sides: Sides }) {
  const { rows, payer, fee, doubt, order, file } = sides
  return (
    <PaymentSides rows={rows}>
      {doubt ? <p>{doubt}</p> : null}
      <SummaryList
        rows={[
          { key: 'Boleto do pedido', value: order ? <a href={order.href}>{`nº ${order.id}`}</a> : 'nenhum' },
          ...(payer ? [{ key: 'Pagador, segundo o banco', value: payer }] : []),
          ...(fee ? [{ key: 'Tarifa do banco', value: fee }] : []),
          { key: 'Linha do banco', value: <a href={file.href}>{file.text}</a> },
        ]}
      />
    </PaymentSides>
  )
}
