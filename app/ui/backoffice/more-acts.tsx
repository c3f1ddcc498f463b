import type { ReactNode } from 'react'

/** Hides rarely needed actions behind a button, which works without scripts. */
export function MoreActs({ children }: { children: ReactNode }) {
  return (
    <details className="staff-acts no-print">
      <summary className="button button-secondary">Mais</summary>
      <div>{children}</div>
    </details>
  )
}
