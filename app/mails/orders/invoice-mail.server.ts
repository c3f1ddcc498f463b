import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { button, formatGreeting, joinBlocks, openingText, paragraph } from '#app/mails/platform/blocks.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findInvoiceMail } from '#app/models/orders/invoices/invoice-mail.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatInvoiceName, formatKey } from '#app/text/orders/invoice-labels.ts'
import { readerLabels } from '#app/text/orders/reader-labels.ts'

type InvoicedOrder = {
  sender: CompanyContact
  contactName: string
  orderId: number
  model: 'nfe' | 'nfse'
  number: string | null
  series: string | null
  key: string | null
  /** false if the city issues no PDF for its NFS-e */
  hasPdf: boolean
  orderUrl: string
}

/** Announces an invoice when its files are stored, unless the invoice was cancelled (D145). */
const invoice = defineOrderMail({
  name: 'mail-invoice',
  label: 'E-mail: nota fiscal do pedido',
  async find(subject) {
    const invoiceData = await findInvoiceMail(Number(subject))
    if (!invoiceData) return undefined
    const orderUrl = `${env.PUBLIC_URL}${paths.order(invoiceData.orderId)}`
    return { ...invoiceData, orderUrl, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: ({ contactName, orderId, model, number, series, key, hasPdf, orderUrl }: InvoicedOrder, reader) => {
    const name = formatInvoiceName({ model, number, series })
    return {
      subject: `Nota fiscal do pedido nº ${orderId}`,
      blocks: [
        openingText(
          formatGreeting(contactName),
          `Emitimos a ${name} ${readerLabels[reader].ofOrder}.`,
          `Emitimos a ${name} ${readerLabels[reader].ofOrder} nº ${orderId}.`,
        ),
        ...(key ? [paragraph(`Chave de acesso: ${formatKey({ model, key })}`)] : []),
        joinBlocks(
          paragraph(
            hasPdf
              ? 'O XML e o documento em PDF estão na página do pedido, para guardar ou imprimir.'
              : 'O XML está na página do pedido, para guardar.',
          ),
          button('Ver a nota fiscal', orderUrl),
        ),
      ],
    }
  },
})

export const invoiceMails = [invoice]
