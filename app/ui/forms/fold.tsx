import type { ReactNode } from 'react'

/** A finished part of a form, folded to its answers; it opens without scripts. */
export function Fold({ answers, children }: { answers: ReactNode; children: ReactNode }) {
  return (
    <details className="fold">
      <summary>
        {answers}
        <span className="fold-change">Alterar</span>
      </summary>
      {children}
    </details>
  )
}
