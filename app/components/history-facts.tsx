type HistoryFactsProps = {
  changes: readonly { field: string; from: string | null; to: string | null }[]
  facts: readonly { name: string; value: string | null }[]
}

/** What a row of the history notes: each field before → after, and whatever else. */
export function HistoryFacts({ changes, facts }: HistoryFactsProps) {
  if (changes.length + facts.length === 0) return '-'
  return (
    <ul className="plain">
      {changes.map(({ field, from, to }) => (
        <li key={field}>
          {field}: {from || 'vazio'} → {to || 'vazio'}
        </li>
      ))}
      {facts.map(({ name, value }) => (
        <li key={name}>
          {name}: {value || 'vazio'}
        </li>
      ))}
    </ul>
  )
}
