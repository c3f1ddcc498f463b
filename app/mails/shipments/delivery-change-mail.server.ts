import { breakLinks } from '#app/domain/accounts/person-name.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { formatGreeting, labelledRows, openingText, paragraph } from '#app/mails/platform/blocks.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findDeliveryChange } from '#app/models/shipments/delivery-change.server.ts'
import { type CompanyContact, formatHistoryAddress } from '#app/text/accounts/address-labels.ts'
import { readerLabels } from '#app/text/orders/reader-labels.ts'

type DeliveryChanged = {
  sender: CompanyContact
  contactName: string
  from: string
  to: string
  /** empty for a shipment without an order */
  orderIds: number[]
}

/** Shows both addresses, because the buyer must notice a wrong correction before dispatch (D150). */
const deliveryChanged = defineOrderMail({
  name: 'mail-delivery-changed',
  label: 'E-mail: endereço de entrega corrigido',
  async find(subject) {
    const change = await findDeliveryChange(Number(subject))
    return change && { ...change, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  orders: ({ orderIds }) => orderIds,
  write: ({ contactName, from, to, orderIds, sender }: DeliveryChanged, reader) => {
    const shipmentText = formatOrders(orderIds) ?? readerLabels[reader].shipment
    const orderArticle = orderIds.length === 1 ? 'do' : 'dos'
    const article = orderIds.length === 0 ? 'da' : orderArticle
    return {
      subject: `Endereço de entrega corrigido: ${shipmentText}`,
      blocks: [
        openingText(formatGreeting(contactName), `O endereço de entrega ${article} ${shipmentText} mudou.`),
        labelledRows([
          { label: 'Antes', value: breakLinks(formatHistoryAddress(from)) },
          { label: 'Agora', value: breakLinks(formatHistoryAddress(to)) },
        ]),
        paragraph('Vale para o que ainda vai sair; o que já foi enviado segue para o endereço de antes.'),
        paragraph(`Se não estiver certo, fale conosco já: ${sender.phone} ou ${sender.email}.`),
      ],
    }
  },
})

export const deliveryMails = [deliveryChanged]

function formatOrders(ids: readonly number[]): string | undefined {
  const numbers = ids.map((id) => `nº ${id}`)
  const lastNumber = numbers.pop()
  if (lastNumber === undefined) return undefined
  return numbers.length === 0 ? `pedido ${lastNumber}` : `pedidos ${numbers.join(', ')} e ${lastNumber}`
}
