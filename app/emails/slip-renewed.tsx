import { type SlipFacts, slipMessage } from '#app/emails/slip-part.tsx'

/** The new slip of an order, in place of the one before (D16). */
export function slipRenewedMail(facts: SlipFacts) {
  return slipMessage(facts, {
    subject: `Nova via do boleto do pedido nº ${facts.orderId}`,
    lead: `Seu pedido nº ${facts.orderId} tem um novo boleto. Use somente este: o anterior não vale mais.`,
  })
}
