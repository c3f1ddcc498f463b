import type { CivilDate } from '#app/domain/calendar.ts'
import type { Centavos } from '#app/domain/money.ts'
import { button, cell, labelCell, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { formatDate, formatReais } from '#app/text/format.ts'
import { type PaymentNews, paymentNewsWords, paymentSourceWords } from '#app/text/payment-words.ts'

/** Money that came in and that somebody has to look at; `expected` is what its slip asked for. */
export type StaffPayment = {
  paymentId: number
  news: PaymentNews
  source: string
  value: Centavos
  expected: Centavos | null
  paidOn: CivilDate
  order: { id: number; contactName: string } | null
  paymentUrl: string
  sender: Sender
}

/** The task for the company to look at a payment; the subject holds nothing typed. */
export function staffPaymentMail(payment: StaffPayment) {
  const { news, order, paymentUrl, sender } = payment
  const { title, task } = paymentNewsWords[news]
  const subject = `${title}: ${order ? `pedido nº ${order.id}` : `pagamento nº ${payment.paymentId}`}`
  const facts = factsOf(payment)
  return {
    subject,
    text: [
      task,
      '',
      ...facts.map(([key, value]) => `${key}: ${value}`),
      '',
      `Abrir o pagamento: ${paymentUrl}`,
      '',
      ...senderText(payment),
    ].join('\n'),
    html: renderMail({
      title: subject,
      sender,
      children: (
        <>
          <p>{task}</p>
          <FactTable facts={facts} />
          <p>
            <a href={paymentUrl} style={button}>
              Abrir o pagamento
            </a>
          </p>
        </>
      ),
    }),
  }
}

function FactTable({ facts }: { facts: string[][] }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
      <tbody>
        {facts.map(([key, value]) => (
          <tr key={key}>
            <td style={labelCell}>{key}</td>
            <td style={cell}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function factsOf({ paymentId, source, value, expected, paidOn, order }: StaffPayment): string[][] {
  return [
    ['Pagamento', `nº ${paymentId}`],
    ['Valor pago', formatReais(value)],
    ...(expected === null ? [] : [['Valor do boleto', formatReais(expected)]]),
    ['Pago em', formatDate(paidOn)],
    ['Origem', paymentSourceWords(source)],
    ...(order ? [['Pedido', `nº ${order.id}, de ${order.contactName}`]] : []),
  ]
}
