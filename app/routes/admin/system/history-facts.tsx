type HistoryFactsProps = {
  changes: readonly { label: string; from: string | null; to: string | null }[]
  facts: readonly { label: string; value: string | null }[]
}

/** Changed fields of a history row, before → after, and other details. */
export function HistoryFacts({ changes, facts }: HistoryFactsProps) {
  if (changes.length + facts.length === 0) return '-'
  return (
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
}
