import { type SlipFacts, slipMessage } from '#app/emails/slip-part.tsx'
import { paymentWords } from '#app/text/charges/pay-words.ts'
import { formatDate } from '#app/text/platform/format.ts'

/** The reminder the day before a slip is due, with all that is needed to pay it (D16). */
export function slipDueMail(facts: SlipFacts) {
  const { orderId, slip } = facts
  return slipMessage(facts, {
    subject: `Boleto do pedido nº ${orderId} vence em ${formatDate(slip.dueDate)}`,
    lead: `O boleto do seu pedido nº ${orderId} está para vencer. ${paymentWords.ignoreIfPaid}`,
  })
}
