import type { PaymentProblem, PaymentSource } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { button, cell, labelCell, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { paymentSources } from '#app/text/payments/payment-words.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

/** What staff have to look at; 'late' came for an order that was cancelled or a slip that was over. */
export type PaymentNews = PaymentProblem | 'late'

const newsWords: Readonly<Record<PaymentNews, { title: string; task: string }>> = {
  unmatched: {
    title: 'Pagamento sem pedido',
    task: 'Chegou um pagamento que não pertence a nenhum boleto da loja. Encontre o pedido ou devolva o valor.',
  },
  'boleto-differs': {
    title: 'Pagamento que não confere com o boleto',
    task: 'Chegou um pagamento com o nosso número de um boleto da loja, mas o que o banco diz não confere com ele. Nenhum pedido foi confirmado. Compare os dois e atribua o pagamento ou devolva o valor.',
  },
  'amount-differs': {
    title: 'Pagamento de outro valor',
    task: 'O valor pago não é o do boleto, e o pedido não foi confirmado. Aceite o valor ou combine com o cliente.',
  },
  double: {
    title: 'Pagamento em dobro',
    task: 'Chegou mais um pagamento de um pedido que já está pago. Devolva o valor ao cliente.',
  },
  'rejected-order': {
    title: 'Pagamento de pedido reprovado',
    task: 'Chegou o pagamento de um pedido que foi reprovado e por isso não volta. Devolva o valor ao cliente.',
  },
  reversed: {
    title: 'Pagamento estornado',
    task: 'Um pagamento foi desfeito depois de recebido. O pedido continua como está: confira e decida o que fazer.',
  },
  late: {
    title: 'Pagamento atrasado',
    task: 'O pagamento chegou depois que o boleto ou o pedido deixou de valer. O pedido foi confirmado: confira se pode ser atendido.',
  },
}

/** Money that came in and that somebody has to look at; `expected` is what its slip asked for. */
export type StaffPayment = {
  paymentId: number
  news: PaymentNews
  source: PaymentSource
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
  const { title, task } = newsWords[news]
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
    ['Origem', paymentSources[source]],
    ...(order ? [['Pedido', `nº ${order.id}, de ${order.contactName}`]] : []),
  ]
}
