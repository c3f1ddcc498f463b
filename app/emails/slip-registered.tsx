import { type SlipFacts, slipMessage } from '#app/emails/slip-part.tsx'

/** The slip of an order that its bank had refused, and can be paid now. */
export function slipRegisteredMail(facts: SlipFacts) {
  return slipMessage(facts, {
    subject: `O boleto do pedido nº ${facts.orderId} já pode ser pago`,
    lead: `O banco registrou o boleto do seu pedido nº ${facts.orderId}: agora ele já pode ser pago.`,
  })
}
