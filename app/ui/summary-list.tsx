import type { ReactNode } from 'react'
import { Unbroken } from './unbroken.tsx'

export type SummaryRow = {
  /** told apart by this where keys may be equal */
  id?: string
  key: string
  value: ReactNode
  /** `what` is changed, where the key does not name it */
  change?: { href: string; label?: string; what?: string }
}

/** Keys and values; on the review page each with a link back to where it is changed. */
export function SummaryList({ rows, look }: { rows: readonly SummaryRow[]; look?: 'missing' }) {
  if (rows.length === 0) return null
  return (
    <dl className={look === 'missing' ? 'summary settings-missing' : 'summary'}>
      {rows.map(({ id, key, value, change }) => (
        <div key={id ?? key}>
          <dt>{key}</dt>
          <dd>{typeof value === 'string' ? <Unbroken text={value} /> : value}</dd>
          {change ? (
            <dd className="summary-change">
              <a href={change.href}>
                {change.label ?? 'Alterar'}
                <span className="visually-hidden">{` ${change.what ?? withSmallInitial(key)}`}</span>
              </a>
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}

/** 'Frete (PAC)' becomes 'frete (PAC)'; 'CPF' stays. */
function withSmallInitial(key: string): string {
  return /^\p{Lu}\p{Ll}/u.test(key) ? key.charAt(0).toLowerCase() + key.slice(1) : key
}
