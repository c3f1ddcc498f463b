import type { ReactNode } from 'react'

/** Folds a completed part of a form to its answers; it opens without scripts. */
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
