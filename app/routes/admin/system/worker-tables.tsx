import { getLaneName } from '#app/text/platform/job-labels.ts'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type QueueCounts = { waiting: number; active: number; delayed: number; failed: number }
type Heartbeat = {
  worker: string
  name: string
  age: string
  lanes: string
  isSilent: boolean
  queues: Readonly<Record<string, QueueCounts>> | null
}
type Schedule = { name: string; next: string; last: string; result: string | null }
type WorkerTablesProps = {
  heartbeats: readonly Heartbeat[]
  /** lanes that no worker serves, as text; null if all are served, or if no worker runs */
  uncoveredLanes: string | null
  schedules: readonly Schedule[]
}

/** Shows workers, the queues that they report, and schedules. */
export function WorkerTables({ heartbeats, uncoveredLanes, schedules }: WorkerTablesProps) {
  return (
    <>
      <section className="section">
        <h2>Processos</h2>
        {heartbeats.every(({ isSilent }) => isSilent) ? (
          <Notice tone="bad" title="Nenhum trabalhador deu sinal no último minuto">
            Boletos, e-mails e arquivos esperam até que um comece. Nada se perde.
          </Notice>
        ) : null}
        {uncoveredLanes === null ? null : (
          <Notice tone="bad" title={`Nenhum trabalhador cuida de: ${uncoveredLanes}`}>
            O que é disso espera até que um trabalhador alcance essas filas. Nada se perde.
          </Notice>
        )}
        <DataTable
          caption="Trabalhadores e suas filas"
          columns={heartbeatColumns}
          rows={heartbeats}
          rowKey={(row) => row.worker}
          empty={{ text: 'Nenhum trabalhador se apresentou na última hora.' }}
        />
      </section>
      <section className="section">
        <h2>Agendados</h2>
        <DataTable
          caption="O que roda pelo relógio"
          columns={scheduleColumns}
          rows={schedules}
          rowKey={(row) => row.name}
          empty={{ text: 'Quem diz o que roda pelo relógio é um trabalhador, e nenhum se apresentou.' }}
        />
      </section>
    </>
  )
}

function QueueLines({ queues }: Pick<Heartbeat, 'queues'>) {
  if (queues === null) return 'O Redis não respondeu; nada se perde, as tarefas esperam no banco.'
  return (
    <ul className="plain">
      {Object.entries(queues).map(([name, { waiting, active, delayed, failed }]) => (
        <li key={name}>
          {`${getLaneName(name)}: ${waiting} aguardando, ${active} em andamento, ${delayed} adiadas, ${failed} falharam`}
        </li>
      ))}
    </ul>
  )
}

const heartbeatColumns: Column<Heartbeat>[] = [
  { key: 'name', label: 'Trabalhador', rowHeader: true, render: (row) => row.name },
  { key: 'age', label: 'Último sinal', align: 'code', render: (row) => row.age },
  { key: 'lanes', label: 'Cuida de', render: (row) => row.lanes },
  { key: 'queues', label: 'Filas', render: (row) => <QueueLines queues={row.queues} /> },
]

const scheduleColumns: Column<Schedule>[] = [
  { key: 'name', label: 'Tarefa', rowHeader: true, render: (row) => row.name },
  { key: 'last', label: 'Última vez', render: (row) => row.last },
  { key: 'result', label: 'Resultado', render: (row) => <span className="counts">{row.result ?? '-'}</span> },
  { key: 'next', label: 'Próxima vez', align: 'code', render: (row) => row.next },
]
