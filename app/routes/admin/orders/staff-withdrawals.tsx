import { type WithdrawalOutcome, withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { formatWithdrawalAnswer } from '#app/text/orders/withdrawal-labels.ts'
import { formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

type Request = {
  id: number
  createdAt: Date
  handledAt: Date | null
  outcome: WithdrawalOutcome
  reason: string | null
  refundTo: string | null
  lines: readonly { name: string; version: string; value: number; registration: string | null }[]
}

type Props = {
  requests: readonly Request[]
  /** where a request is answered */
  answer: (id: number) => string
}

/** What a customer gives back, with where the money goes, and the way to the answer. */
export function StaffWithdrawals({ requests, answer }: Props) {
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="desistencia" className="section">
      <h2 id="desistencia">Desistência</h2>
      {requests.map((request) => (
        <div key={request.id} className="card">
          <h3>Protocolo {withdrawalProtocol(request.id)}</h3>
          <WithdrawalFacts request={request} />
          {request.handledAt ? null : (
            <p className="actions">
              <LinkButton href={answer(request.id)}>
                Responder
                <span className="visually-hidden">{` à desistência ${withdrawalProtocol(request.id)}`}</span>
              </LinkButton>
            </p>
          )}
        </div>
      ))}
    </section>
  )
}

/** A request as it came, and how it was answered. */
export function WithdrawalFacts({ request }: { request: Request }) {
  return <SummaryList rows={rowsOf(request)} />
}

function rowsOf({ createdAt, handledAt, outcome, reason, refundTo, lines }: Request) {
  const words = lines.map(
    ({ name, version, value, registration }) =>
      `${name}, versão ${version}${registration ? `, ${registration}` : ''}: ${formatReais(value)}`,
  )
  return [
    { key: 'Recebida em', value: formatDateTime(createdAt) },
    { key: 'Devolve', value: words.join('; ') },
    { key: 'Conta para a devolução', value: refundTo ?? 'não informada' },
    { key: 'Motivo', value: reason ?? 'não informado' },
    { key: 'Situação', value: stateOf(handledAt, outcome) },
  ]
}

function stateOf(handledAt: Date | null, outcome: WithdrawalOutcome): string {
  return handledAt ? `${formatWithdrawalAnswer(outcome)} em ${formatDateTime(handledAt)}` : 'Aberta'
}
