import { type WithdrawalOutcome, withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { formatWithdrawalState } from '#app/text/orders/withdrawal-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'

/** The customer is asked for another photo, and why. */
export function PhotoRequestNotice({ href, reason }: { href: string; reason: string }) {
  return (
    <Notice tone="warn" title="Precisamos de outra foto">
      <p>{reason}</p>
      <p>
        <a href={href}>Enviar nova foto</a>
      </p>
    </Notice>
  )
}

type Request = { id: number; createdAt: Date; handledAt: Date | null; outcome: WithdrawalOutcome }

/** How far a withdrawal is. */
export function WithdrawalNotice({ request }: { request: Request }) {
  const { id, createdAt, handledAt, outcome } = request
  const received = `Recebido em ${formatDateTime(createdAt)}.`
  if (handledAt === null) {
    return (
      <Notice tone="info" title={`Pedido de desistência recebido, protocolo ${withdrawalProtocol(id)}`}>
        {`${received} Enviamos um recibo por e-mail e escrevemos para combinar a devolução.`}
      </Notice>
    )
  }
  return (
    <Notice
      tone="info"
      title={`Desistência ${formatWithdrawalState(outcome)}, protocolo ${withdrawalProtocol(id)}`}
    >
      {`${received} Respondida em ${formatDateTime(handledAt)}.`}
    </Notice>
  )
}
