import { withdrawalProtocol } from '#app/domain/withdrawal.ts'
import { formatDateTime, formatReais } from '#app/text/format.ts'
import { Button } from './button.tsx'
import { SummaryList } from './summary-list.tsx'

type Request = {
  id: number
  createdAt: Date
  handledAt: Date | null
  reason: string | null
  refundTo: string | null
  lines: readonly { name: string; version: string; value: number; prefix: string | null }[]
}

/** What a customer gives back, with where the money goes, and the button that says it is done. */
export function StaffWithdrawals({ action, requests }: { action: string; requests: readonly Request[] }) {
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="desistencia" className="section">
      <h2 id="desistencia">Desistência</h2>
      {requests.map((request) => (
        <form key={request.id} method="post" action={action} data-once="" className="card">
          <h3>Protocolo {withdrawalProtocol(request.id)}</h3>
          <SummaryList rows={rowsOf(request)} />
          {request.handledAt ? null : (
            <p className="actions">
              <input type="hidden" name="request" value={request.id} />
              <Button name="outcome" value="accepted">
                Aceitar e marcar como tratada
              </Button>
              <Button name="outcome" value="refused" variant="quiet">
                Recusar
              </Button>
            </p>
          )}
        </form>
      ))}
    </section>
  )
}

function rowsOf({ createdAt, handledAt, reason, refundTo, lines }: Request) {
  const words = lines.map(
    ({ name, version, value, prefix }) =>
      `${name}, versão ${version}${prefix ? `, ${prefix}` : ''}: ${formatReais(value)}`,
  )
  return [
    { key: 'Recebida em', value: formatDateTime(createdAt) },
    { key: 'Devolve', value: words.join('; ') },
    { key: 'Conta para a devolução', value: refundTo ?? 'não informada' },
    { key: 'Motivo', value: reason ?? 'não informado' },
    { key: 'Situação', value: handledAt ? `Tratada em ${formatDateTime(handledAt)}` : 'Aberta' },
  ]
}
