import type { ReactNode } from 'react'

export type SummaryRow = {
  /** told apart by this where keys may be equal */
  id?: string
  key: string
  value: ReactNode
  change?: { href: string; label?: string }
}

/** Keys and values; on the review page each with a link back to where it is changed. */
export function SummaryList({ rows, look }: { rows: readonly SummaryRow[]; look?: 'missing' }) {
  if (rows.length === 0) return null
  return (
    <dl className={look === 'missing' ? 'summary settings-missing' : 'summary'}>
      {rows.map(({ id, key, value, change }) => (
        <div key={id ?? key}>
          <dt>{key}</dt>
          <dd>{value}</dd>
          {change ? (
            <dd className="summary-change">
              <a href={change.href}>
                {change.label ?? 'Alterar'}
                <span className="visually-hidden">{` ${key.toLowerCase()}`}</span>
              </a>
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}
