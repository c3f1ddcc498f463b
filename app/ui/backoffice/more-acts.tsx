import type { ReactNode } from 'react'

/** The acts of a page that are seldom needed, behind one button; opens without scripts too. */
export function MoreActs({ children }: { children: ReactNode }) {
  return (
    <details className="staff-acts no-print">
      <summary className="button button-secondary">Mais</summary>
      <div>{children}</div>
    </details>
  )
}
