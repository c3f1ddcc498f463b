import { listPhotoCopies, type PhotoLine } from '#app/domain/orders/photo-review.ts'
import { formatWithdrawalProtocol, type WithdrawalOutcome } from '#app/domain/orders/withdrawal.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  formatPhotoCopy,
  formatPhotoRequestTitle,
  formatSendPhotosLabel,
} from '#app/text/orders/photo-request-labels.ts'
import {
  formatPendingRefund,
  formatRefusedRight,
  formatWithdrawalState,
} from '#app/text/orders/withdrawal-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { Notice } from '#app/ui/notice.tsx'

type PhotoRequest = { href: string; reason: string; lines: readonly PhotoLine[] }

/** Shows which photos the customer must send, and why. */
export function PhotoRequestNotice({ href, reason, lines }: PhotoRequest) {
  const copies = listPhotoCopies(lines)
  return (
    <Notice tone="warn" title={formatPhotoRequestTitle(copies)}>
      {copies.map((copy) => (
        <p key={copy.lineIds.join()}>{formatPhotoCopy(copy)}</p>
      ))}
      <p>{reason}</p>
      <p>
        <a href={href}>{formatSendPhotosLabel(copies)}</a>
      </p>
    </Notice>
  )
}

type WithdrawalRequest = {
  id: number
  createdAt: Date
  handledAt: Date | null
  outcome: WithdrawalOutcome
  answerReason: string | null
  refundTo: string | null
}
type WithdrawalChance = { isPossible: boolean; lastDay: CivilDate | null }

/** Shows the buyer the progress of a withdrawal. */
export function WithdrawalNotice({
  request,
  withdrawal,
}: {
  request: WithdrawalRequest
  withdrawal: WithdrawalChance
}) {
  const { id, createdAt, handledAt, outcome, answerReason } = request
  const receivedText = `Recebido em ${formatDateTime(createdAt)}.`
  if (handledAt === null) {
    return (
      <Notice tone="info" title={`Pedido de desistência recebido, protocolo ${formatWithdrawalProtocol(id)}`}>
        {`${receivedText} O recibo vai por e-mail, e vamos escrever para combinar a devolução.`}
      </Notice>
    )
  }
  return (
    <Notice
      tone="info"
      title={`Desistência ${formatWithdrawalState(outcome)}, protocolo ${formatWithdrawalProtocol(id)}`}
    >
      <p>{`${receivedText} Respondida em ${formatDateTime(handledAt)}.`}</p>
      {answerReason ? <p>{`Motivo: ${answerReason}`}</p> : null}
      {outcome === 'refused' ? <p>{formatRefusedRight(withdrawal.isPossible, withdrawal.lastDay)}</p> : null}
    </Notice>
  )
}

type RefundProps = { owed: number; requests: readonly Pick<WithdrawalRequest, 'outcome' | 'refundTo'>[] }

/** Shows money that the shop owes for withdrawals or a cancelled order. */
export function RefundNotice({ owed, requests }: RefundProps) {
  if (owed === 0) return null
  const requestWithAccount = requests.findLast(
    ({ outcome, refundTo }) => outcome === 'accepted' && refundTo !== null,
  )
  return (
    <Notice tone="info" title="Reembolso a caminho">
      {formatPendingRefund({ owed, returned: 0 }, requestWithAccount?.refundTo ?? null)}
    </Notice>
  )
}
