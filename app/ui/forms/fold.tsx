import type { ReactNode } from 'react'

/** Shows a completed part of a form as its answers. It opens without scripts. */
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
