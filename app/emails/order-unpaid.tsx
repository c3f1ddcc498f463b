import { button, renderMail } from '#app/emails/mail-layout.tsx'
import { type OrderFacts, SummaryTable, senderText, summaryText } from '#app/emails/order-summary.tsx'

/** An order that nobody paid; renewals alone are bought again where the subscriptions are. */
export type OrderUnpaid = OrderFacts & { againUrl: string; isRenewalOnly: boolean }

/** That an order was cancelled because it was not paid, and how to buy the same again (D16). */
export function orderUnpaidMail(order: OrderUnpaid) {
  const { orderId, contactName, againUrl, isRenewalOnly, sender } = order
  const subject = `Pedido nº ${orderId} cancelado: não pago`
  const label = isRenewalOnly ? 'Renovar novamente' : 'Comprar novamente'
  const again = isRenewalOnly
    ? 'Se ainda quiser renovar, escolha as assinaturas em “Gerenciar”.'
    : 'Se ainda quiser as publicações, abra o pedido e use “Comprar novamente”: o carrinho volta preenchido.'
  const ifPaid = `Se você pagou e o pagamento ainda não apareceu, envie o comprovante para ${sender.email}: o pagamento vale.`
  const fact = 'Não recebemos o pagamento e cancelamos o pedido:'
  return {
    subject,
    text: [
      `Olá, ${contactName}.`,
      '',
      fact,
      '',
      ...summaryText(order),
      '',
      again,
      `${label}: ${againUrl}`,
      '',
      ifPaid,
      '',
      ...senderText(order),
    ].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>
            Olá, {contactName}. {fact}
          </p>
          <SummaryTable {...order} />
          <p>{again}</p>
          <p>
            <a href={againUrl} style={button}>
              {label}
            </a>
          </p>
          <p>{ifPaid}</p>
        </>
      ),
    }),
  }
}
