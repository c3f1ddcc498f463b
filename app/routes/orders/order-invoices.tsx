import type { InvoiceModel } from '#app/domain/orders/invoices/invoice.ts'
import { invoiceName, keyText } from '#app/text/orders/invoice-labels.ts'

type Invoice = {
  id: number
  model: InvoiceModel
  series: string | null
  number: string | null
  key: string | null
}

/** The number alone where no document was recorded (D19, D141). */
export function invoiceRows(nfe: string | null, invoices: readonly Invoice[]) {
  const goods = invoices.some(({ model }) => model === 'nfe')
  return [
    ...(nfe && !goods ? [{ key: 'NF-e', value: nfe }] : []),
    ...invoices.map((invoice) => ({
      id: `nota-${invoice.id}`,
      key: 'Nota fiscal',
      value: (
        <>
          {invoiceName(invoice)}
          {invoice.key ? (
            <span className="sub code">{`Chave: ${keyText({ ...invoice, key: invoice.key })}`}</span>
          ) : null}
        </>
      ),
    })),
  ]
}
