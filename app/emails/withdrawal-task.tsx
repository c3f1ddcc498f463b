import { quote, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { type WithdrawnLine, WithdrawnTable, withdrawnText } from '#app/emails/withdrawal-lines.tsx'
import { refundWords } from '#app/text/orders/withdrawal-words.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

export type WithdrawalTask = {
  protocol: string
  orderId: number
  createdAt: Date
  contactName: string
  email: string
  lines: WithdrawnLine[]
  reason: string | null
  refundTo: string | null
  sender: Sender
}

/** The task for the company to take an order back; "reply" answers the buyer. The subject holds nothing typed. */
export function withdrawalTaskMail(task: WithdrawalTask): { subject: string; text: string; html: string } {
  const subject = `Desistência do pedido nº ${task.orderId}, protocolo ${task.protocol}`
  const who = `${task.contactName} (${task.email}) desistiu em ${formatDateTime(task.createdAt)} de:`
  const todo = `Suspenda o envio ou combine a devolução, faça o reembolso e responda a esta mensagem. O cliente leu: “${refundWords}”`
  const account = task.refundTo ?? 'não informada: pergunte'
  const reason = task.reason ?? 'não informado'
  return {
    subject,
    text: [
      who,
      '',
      ...withdrawnText(task.lines),
      '',
      `Conta para a devolução: ${account}`,
      `Motivo: ${reason}`,
      '',
      todo,
      '',
      ...senderText(task),
    ].join('\n'),
    html: renderMail({
      title: subject,
      sender: task.sender,
      children: (
        <>
          <p>{who}</p>
          <WithdrawnTable lines={task.lines} />
          <p>Conta para a devolução:</p>
          <p style={quote}>{account}</p>
          <p>Motivo:</p>
          <p style={quote}>{reason}</p>
          <p>{todo}</p>
        </>
      ),
    }),
  }
}
