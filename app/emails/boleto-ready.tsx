import { type SlipFacts, slipMessage } from '#app/emails/slip-part.tsx'

/** The boleto of an order that was confirmed without it (D70). */
export function boletoReadyMail(facts: SlipFacts) {
  return slipMessage(facts, {
    subject: `Boleto do pedido nº ${facts.orderId}`,
    lead: `O boleto do seu pedido nº ${facts.orderId} está pronto.`,
  })
}
