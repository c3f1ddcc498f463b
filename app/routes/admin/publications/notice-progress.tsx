import { Progress } from '#app/ui/progress.tsx'

type Mailing = {
  round: number
  at: string
  asker: string | null
  total: number
  sent: number
  unsent: number
  isFinished: boolean
}

type NoticeProgressProps = { notices: readonly Mailing[]; tasksHref: string }

/** Lists the mailings about a revision, each with its progress and the number of failed mails. */
export function NoticeProgress({ notices, tasksHref }: NoticeProgressProps) {
  if (notices.length === 0) return null
  return (
    <section aria-labelledby="envios" className="section">
      <h2 id="envios">Envios desta revisão</h2>
      <ol className="plain history">
        {notices.map((mailing) => (
          <li key={mailing.round}>
            <strong>{`${mailing.round}º envio`}</strong>{' '}
            <span className="hint">
              {mailing.at}, {mailing.asker ?? 'sistema'}
            </span>
            {mailing.isFinished ? (
              <p>{`${mailing.sent} de ${mailing.total} enviados.`}</p>
            ) : (
              <MailingProgress {...mailing} />
            )}
            {mailing.unsent > 0 ? <UnsentCount count={mailing.unsent} tasksHref={tasksHref} /> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}

function MailingProgress({ total, sent, unsent }: Mailing) {
  if (total === 0) return <Progress text="Reunindo os destinatários…" />
  return <Progress text={`${sent} de ${total} enviados`} doneCount={sent + unsent} total={total} />
}

function UnsentCount({ count, tasksHref }: { count: number; tasksHref: string }) {
  return (
    <p>
      {`${count === 1 ? '1 não enviado' : `${count} não enviados`}: conta encerrada, e-mail recusado ou cliente que não quer estes avisos. `}
      Os recusados estão em <a href={tasksHref}>Tarefas</a>, com o motivo.
    </p>
  )
}
