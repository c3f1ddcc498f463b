import type { ReactNode } from 'react'
import { Unbroken } from './unbroken.tsx'

export type SummaryRow = {
  id?: string // React key, if `key` may repeat
  key: string
  value: ReactNode
  /** `subject` describes the change if the key does not */
  change?: { href: string; label?: string; subject?: string }
}

export function SummaryList({ rows, variant }: { rows: readonly SummaryRow[]; variant?: 'missing' }) {
  if (rows.length === 0) return null
  return (
    <dl className={variant === 'missing' ? 'summary settings-missing' : 'summary'}>
      {rows.map(({ id, key, value, change }) => (
        <div key={id ?? key}>
          <dt>{key}</dt>
          <dd>{typeof value === 'string' ? <Unbroken text={value} /> : value}</dd>
          {change ? (
            <dd className="summary-change">
              <a href={change.href}>
                {change.label ?? 'Alterar'}
                <span className="visually-hidden">{` ${change.subject ?? lowerInitial(key)}`}</span>
              </a>
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}

/** Returns 'frete (PAC)' for 'Frete (PAC)', but 'CPF' unchanged. */
function lowerInitial(key: string): string {
  return /^\p{Lu}\p{Ll}/u.test(key) ? key.charAt(0).toLowerCase() + key.slice(1) : key
}
