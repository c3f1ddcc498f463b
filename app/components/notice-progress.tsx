import { Progress } from './progress.tsx'

type Sending = {
  round: number
  at: string
  asker: string | null
  total: number
  sent: number
  unsent: number
  isOver: boolean
}

/** Every sending of a notice: by whom, when, and how many have been told so far. */
export function NoticeProgress({ notices }: { notices: readonly Sending[] }) {
  if (notices.length === 0) return null
  return (
    <section aria-labelledby="envios" className="section">
      <h2 id="envios">Envios desta revisão</h2>
      <ol className="plain history">
        {notices.map((sending) => (
          <li key={sending.round}>
            <strong>{`${sending.round}º envio`}</strong>{' '}
            <span className="hint">
              {sending.at}, {sending.asker ?? 'sistema'}
            </span>
            {sending.isOver ? <p>{resultOf(sending)}</p> : <Running {...sending} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Running({ total, sent, unsent }: Sending) {
  if (total === 0) return <Progress text="Reunindo os destinatários…" />
  return <Progress text={`${sent} de ${total} enviados`} done={sent + unsent} total={total} />
}

function resultOf({ total, sent, unsent }: Sending): string {
  const result = `${sent} de ${total} enviados.`
  return unsent === 0 ? result : `${result} ${unsent} não enviados: conta encerrada ou e-mail recusado.`
}
