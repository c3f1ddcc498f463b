import { quoteName } from '#app/domain/accounts/person-name.ts'
import type { AmountDue } from '#app/domain/charges/boleto-terms.ts'
import type { PaymentProblem, PaymentSource } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import { type Block, button, labelledRows, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail, getCompanyEmail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import { listOtherRenewals } from '#app/models/payments/payment-blockers.server.ts'
import { findPaymentData } from '#app/models/payments/payment-data.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatAmountDue } from '#app/text/charges/terms-labels.ts'
import { formatOtherRenewals } from '#app/text/payments/other-renewals.ts'
import { paymentSources } from '#app/text/payments/payment-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

/** 'late': the order was cancelled or the boleto expired. 'value-differs': a second report has another value. */
type PaymentTask = PaymentProblem | 'late' | 'value-differs'

const taskLabels: Readonly<Record<PaymentTask, { title: string; task: string }>> = {
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
    task: 'O valor pago não é o que o boleto pedia no dia, e o pedido não foi confirmado. Aceite o valor ou combine com o cliente.',
  },
  double: {
    title: 'Pagamento em dobro',
    task: 'Chegou mais um pagamento de um pedido que já está pago. Devolva o valor ao cliente.',
  },
  'rejected-order': {
    title: 'Pagamento de pedido reprovado',
    task: 'Chegou o pagamento de um pedido que foi reprovado e por isso não volta. Devolva o valor ao cliente.',
  },
  'renewed-elsewhere': {
    title: 'Renovação paga em dobro',
    task: 'Chegou o pagamento de uma renovação que outro pedido já fez. O pedido não foi confirmado e o cliente não recebeu e-mail. Pergunte ao cliente: devolva o valor ou aceite o pagamento por mais um ano.',
  },
  'account-removed': {
    title: 'Pagamento de conta removida',
    task: 'Chegou o pagamento de um pedido cuja conta foi removida. O pedido não foi confirmado: devolva o valor.',
  },
  reversed: {
    title: 'Pagamento estornado',
    task: 'Um pagamento foi desfeito depois de recebido. O pedido continua como está: confira e decida o que fazer.',
  },
  'value-differs': {
    title: 'Pagamento informado com outro valor',
    task: 'Um pagamento já registrado foi informado de novo, com outro valor. Confira no extrato qual deles entrou e corrija ou mantenha o que está registrado.',
  },
  late: {
    title: 'Pagamento atrasado',
    task: 'O pagamento chegou depois que o boleto ou o pedido deixou de valer. O pedido foi confirmado: confira se pode ser atendido.',
  },
}

/** A payment for staff to check. `expected` is the boleto's value, `due` the amount due on the day of the payment. */
type PaymentToCheck = {
  id: number
  kind: PaymentTask
  source: PaymentSource
  value: Centavos
  /** the value of a later report, until staff decide */
  reportedAmount?: Centavos | null
  expected: Centavos | null
  due: AmountDue | null
  paidOn: CivilDate
  /** `clientName` is null if the account was removed */
  order: { id: number; clientName: string | null } | null
  otherRenewals: Parameters<typeof formatOtherRenewals>[0]
  paymentUrl: string
  sender: CompanyContact
}

/**
 * Asks staff to check a payment, unless they have resolved it (D15, D16). The subject line contains no user
 * input.
 */
const paymentToCheck = defineMail({
  name: 'mail-staff-payment',
  label: 'E-mail à equipe: pagamento a conferir',
  async find(subject) {
    const payment = await findPaymentData(Number(subject))
    if (!payment) throw new JobRefused('no payment for this mail')
    const kind = findPaymentTask(payment)
    if (kind === null) return undefined
    const paymentUrl = `${env.PUBLIC_URL}${paths.admin.payment(payment.id)}`
    const otherRenewals = payment.order ? await listOtherRenewals(payment.order.id) : []
    return { ...payment, kind, otherRenewals, paymentUrl, sender: await loadMailSender() }
  },
  to: getCompanyEmail,
  write: (payment: PaymentToCheck) => {
    const { title, task } = taskLabels[payment.kind]
    const { order } = payment
    return {
      subject: `${title}: ${order ? `pedido nº ${order.id}` : `pagamento nº ${payment.id}`}`,
      blocks: [
        paragraph(task),
        ...formatOtherRenewals(payment.otherRenewals).map((sentence) => paragraph(sentence)),
        makePaymentTable(payment),
        button('Abrir o pagamento', payment.paymentUrl),
      ],
    }
  },
})

type PaymentData = NonNullable<Awaited<ReturnType<typeof findPaymentData>>>

function findPaymentTask({ problem, isLate, resolution, reportedAmount }: PaymentData): PaymentTask | null {
  if (reportedAmount !== null) return 'value-differs'
  if (resolution !== null) return null
  return problem ?? (isLate ? 'late' : null)
}

export const paymentTaskMails = [paymentToCheck]

function formatOrderName({ id, clientName }: NonNullable<PaymentToCheck['order']>): string {
  return clientName === null ? `nº ${id}` : `nº ${id}, de ${quoteName(clientName)}`
}

function makePaymentTable({
  id,
  source,
  value,
  reportedAmount = null,
  expected,
  due,
  paidOn,
  order,
}: PaymentToCheck): Block {
  const isOtherAmountDue = expected !== null && due !== null && due.total !== expected
  return labelledRows([
    { label: 'Pagamento', value: `nº ${id}` },
    { label: 'Valor pago', value: formatReais(value) },
    ...(reportedAmount === null
      ? []
      : [{ label: 'Valor informado agora', value: formatReais(reportedAmount) }]),
    ...(expected === null ? [] : [{ label: 'Valor do boleto', value: formatReais(expected) }]),
    ...(isOtherAmountDue
      ? [{ label: `Devido em ${formatDate(paidOn)}`, value: formatAmountDue(due, expected) }]
      : []),
    { label: 'Pago em', value: formatDate(paidOn) },
    { label: 'Origem', value: paymentSources[source] },
    ...(order ? [{ label: 'Pedido', value: formatOrderName(order) }] : []),
  ])
}
