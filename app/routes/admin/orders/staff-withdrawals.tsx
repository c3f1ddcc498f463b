import { formatWithdrawalProtocol, type WithdrawalOutcome } from '#app/domain/orders/withdrawal.ts'
import {
  formatWithdrawalAnswer,
  formatWithdrawnCopy,
  type WithdrawnCopy,
} from '#app/text/orders/withdrawal-labels.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

type WithdrawalRequest = {
  id: number
  createdAt: Date
  handledAt: Date | null
  outcome: WithdrawalOutcome
  reason: string | null
  refundTo: string | null
  lines: readonly WithdrawnCopy[]
  answers: readonly {
    id: number
    outcome: NonNullable<WithdrawalOutcome>
    reason: string | null
    createdAt: Date
    by: string | null
  }[]
}

type Props = {
  requests: readonly WithdrawalRequest[]
  /** returns the address of the page that answers a request or corrects the answer */
  makeAnswerHref: (id: number) => string
}

/** Lists an order's withdrawal requests, each with the link to answer it. */
export function StaffWithdrawals({ requests, makeAnswerHref }: Props) {
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="desistencia" className="section">
      <h2 id="desistencia">Desistência</h2>
      {requests.map((request) => (
        <div key={request.id} className="card">
          <h3>Protocolo {formatWithdrawalProtocol(request.id)}</h3>
          <WithdrawalDetails request={request} />
          <p className="actions no-print">
            <LinkButton href={makeAnswerHref(request.id)} variant={request.handledAt ? 'quiet' : undefined}>
              {request.handledAt ? 'Corrigir a resposta' : 'Responder'}
              <span className="visually-hidden">{` à desistência ${formatWithdrawalProtocol(request.id)}`}</span>
            </LinkButton>
          </p>
        </div>
      ))}
    </section>
  )
}

/** Shows a withdrawal request and the shop's decision. */
export function WithdrawalDetails({ request }: { request: WithdrawalRequest }) {
  return <SummaryList rows={listDetailRows(request)} />
}

function listDetailRows({
  createdAt,
  handledAt,
  outcome,
  reason,
  refundTo,
  lines,
  answers,
}: WithdrawalRequest) {
  return [
    { key: 'Recebida em', value: formatDateTime(createdAt) },
    { key: 'Desiste de', value: lines.map(formatWithdrawnCopy).join('; ') },
    { key: 'Conta para o reembolso', value: refundTo ?? 'não informada' },
    { key: 'Motivo do cliente', value: reason ?? 'não informado' },
    ...(answers.length === 0
      ? [{ key: 'Situação', value: formatRequestState(handledAt, outcome) }]
      : answers.map((answer, index) => ({
          id: `resposta-${answer.id}`,
          key: index === 0 ? 'Resposta' : 'Corrigida para',
          value: formatAnswer(answer),
        }))),
  ]
}

function formatRequestState(handledAt: Date | null, outcome: WithdrawalOutcome): string {
  return handledAt ? `${formatWithdrawalAnswer(outcome)} em ${formatDateTime(handledAt)}` : 'Aberta'
}

function formatAnswer({ outcome, createdAt, by, reason }: WithdrawalRequest['answers'][number]): string {
  const authorText = by ? `, por ${by}` : ''
  const answerText = `${formatWithdrawalAnswer(outcome)} em ${formatDateTime(createdAt)}${authorText}`
  return reason ? `${answerText}: ${reason}` : answerText
}
