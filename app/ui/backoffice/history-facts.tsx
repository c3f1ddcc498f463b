type HistoryFactsProps = {
  changes: readonly { label: string; from: string | null; to: string | null }[]
  facts: readonly { label: string; value: string | null }[]
}

/** Longer entries, such as of an imported record, are folded to one line. */
const maxOpen = 6

/** Shows changed fields, before → after, and other details of an entry. */
export function HistoryFacts({ changes, facts }: HistoryFactsProps) {
  const count = changes.length + facts.length
  if (count === 0) return null
  const list = (
    <ul className="plain">
      {changes.map(({ label, from, to }) => (
        <li key={label}>
          {label}: {from || 'vazio'} → {to || 'vazio'}
        </li>
      ))}
      {facts.map(({ label, value }) => (
        <li key={label}>
          {label}: {value || 'vazio'}
        </li>
      ))}
    </ul>
  )
  if (count <= maxOpen) return list
  return (
    <details className="history-fold">
      <summary>{`${count} dados`}</summary>
      {list}
    </details>
  )
}
