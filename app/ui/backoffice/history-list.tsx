import { HistoryFacts } from './history-facts.tsx'

export type HistoryLine = {
  id: number
  text: string // text such as 'Rev. 2 aprovada'
  actor: string | null // null for the shop itself
  at: string // time such as '21/11/2026 às 12:04'
  changes: readonly { label: string; from: string | null; to: string | null }[]
  facts: readonly { label: string; value: string | null }[]
}

export function HistoryList({
  lines,
  title = 'Histórico',
}: {
  lines: readonly HistoryLine[]
  title?: string
}) {
  return (
    <section aria-labelledby="historico" className="section">
      <h2 id="historico">{title}</h2>
      {lines.length === 0 ? <p className="hint">Nada foi registrado ainda.</p> : null}
      <ol className="plain history">
        {lines.map((line) => (
          <li key={line.id}>
            <strong>{line.text}</strong>{' '}
            <span className="hint">
              {line.at}, {line.actor ?? 'sistema'}
            </span>
            <HistoryFacts {...line} />
          </li>
        ))}
      </ol>
    </section>
  )
}
