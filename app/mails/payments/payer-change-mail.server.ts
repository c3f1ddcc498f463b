import { breakLinks } from '#app/domain/accounts/person-name.ts'
import { env } from '#app/env.server.ts'
import { defineOrderMail } from '#app/mails/orders/define-order-mail.ts'
import { button, formatGreeting, labelledRows, openingText, paragraph } from '#app/mails/platform/blocks.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { findPayerChange, type PayerChange } from '#app/models/payments/payer/payer-change.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { boletoAfterTexts, formatPayerText, payerLabels } from '#app/text/payments/payer-labels.ts'

type PayerCorrected = {
  sender: CompanyContact
  orderId: number
  contactName: string
  changes: readonly PayerChange[]
  boletoAfter: keyof typeof boletoAfterTexts | null
  orderUrl: string
}

/** Lists the changes, because the buyer must notice a wrong correction (D178). */
const payerCorrected = defineOrderMail({
  name: 'mail-payer-corrected',
  label: 'E-mail: dados de cobrança corrigidos',
  async find(subject) {
    const change = await findPayerChange(Number(subject))
    if (!change) return undefined
    const orderUrl = `${env.PUBLIC_URL}${paths.order(change.orderId)}`
    return { ...change, sender: await loadMailSender(), orderUrl }
  },
  to: ({ email }) => email,
  orders: ({ orderId }) => [orderId],
  write: ({ orderId, contactName, changes, boletoAfter, orderUrl, sender }: PayerCorrected) => ({
    subject: `Dados de cobrança corrigidos: pedido nº ${orderId}`,
    blocks: [
      openingText(formatGreeting(contactName), `Corrigimos os dados de cobrança do pedido nº ${orderId}.`),
      labelledRows(changes.flatMap(listChangeRows)),
      ...(boletoAfter ? [paragraph(boletoAfterTexts[boletoAfter])] : []),
      button('Ver o pedido', orderUrl),
      paragraph(`Se algo não estiver certo, fale conosco: ${sender.phone} ou ${sender.email}.`),
    ],
  }),
})

export const payerMails = [payerCorrected]

function listChangeRows({ field, from, to }: PayerChange) {
  const label = payerLabels[field] ?? field
  const format = (text: string | null) => (text ? formatPayerText(field, breakLinks(text)) : '-')
  return [
    { label: `${label}, antes`, value: format(from) },
    { label: `${label}, agora`, value: format(to) },
  ]
}
