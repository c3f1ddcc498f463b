import { withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { env } from '#app/env.server.ts'
import { JobRefused } from '#app/jobs/platform/job.ts'
import {
  amountRow,
  answer,
  type Block,
  hello,
  link,
  opening,
  paragraph,
  together,
} from '#app/mails/platform/blocks.ts'
import { company, defineMail } from '#app/mails/platform/define-mail.ts'
import { mailSender } from '#app/mails/platform/sender.server.ts'
import { findWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { clientAndContact } from '#app/text/accounts/client-labels.ts'
import { refundLabels } from '#app/text/orders/withdrawal-labels.ts'
import { formatDateTime, formatReais } from '#app/text/platform/format.ts'

type WithdrawnLine = { name: string; version: string; value: Centavos; registration: string | null }

type Withdrawal = {
  protocol: string
  orderId: number
  createdAt: Date
  contactName: string
  lines: WithdrawnLine[]
  sender: CompanyContact
}

/** Receipt (Decreto 7.962, art. 5); does not repeat the refund account. */
const withdrawalReceipt = defineMail({
  name: 'acknowledge-withdrawal',
  label: 'E-mail: desistência recebida',
  async find(subject) {
    const request = await findRequest(subject, 'no withdrawal to acknowledge')
    return { ...request, orderUrl: `${env.PUBLIC_URL}${paths.order(request.orderId)}` }
  },
  to: ({ email }) => email,
  write: ({
    protocol,
    orderId,
    createdAt,
    contactName,
    lines,
    orderUrl,
  }: Withdrawal & { orderUrl: string }) => ({
    subject: `Desistência do pedido nº ${orderId} recebida: protocolo ${protocol}`,
    blocks: [
      opening(
        hello(contactName),
        `Recebemos sua desistência do pedido nº ${orderId} em ${formatDateTime(createdAt)}. O protocolo é ${protocol}.`,
      ),
      withdrawnLines(lines),
      paragraph(
        `Escrevemos para combinar a devolução: se algo já foi enviado, o frete de volta é por nossa conta. ${refundLabels}`,
      ),
      link('Ver o pedido', orderUrl, 'O pedido'),
    ],
  }),
})

type WithdrawalTask = Withdrawal & {
  clientName: string
  email: string
  reason: string | null
  refundTo: string | null
}

/** "Reply" answers the buyer. The subject line holds no user input. */
const withdrawalTask = defineMail({
  name: 'forward-withdrawal',
  label: 'E-mail à equipe: desistência',
  find: (subject) => findRequest(subject, 'no withdrawal to forward'),
  to: company,
  replyTo: ({ contactName, email }) => ({ name: contactName, address: email }),
  write: (task: WithdrawalTask) => ({
    subject: `Desistência do pedido nº ${task.orderId}, protocolo ${task.protocol}`,
    blocks: [
      paragraph(`${clientAndContact(task)} desistiu em ${formatDateTime(task.createdAt)} de:`),
      withdrawnLines(task.lines),
      together(
        answer('Conta para a devolução', task.refundTo ?? 'não informada: pergunte'),
        answer('Motivo', task.reason ?? 'não informado'),
      ),
      paragraph(
        `Suspenda o envio ou combine a devolução, faça o reembolso e responda a esta mensagem. O cliente leu: “${refundLabels}”`,
      ),
    ],
  }),
})

export const withdrawalMails = [withdrawalReceipt, withdrawalTask]

async function findRequest(subject: string, missing: string) {
  const request = await findWithdrawal(Number(subject))
  if (!request) throw new JobRefused(missing)
  return { ...request, protocol: withdrawalProtocol(request.id), sender: await mailSender() }
}

function withdrawnLines(lines: readonly WithdrawnLine[]): Block {
  const rows = lines.map(({ name, version, registration, value }) => {
    const aircraft = registration === null ? '' : `, aeronave ${registration}`
    return amountRow(`${name} (versão ${version})${aircraft}`, formatReais(value))
  })
  return { kind: 'table', rows }
}
