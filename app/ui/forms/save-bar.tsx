import type { ReactNode } from 'react'

/** Stays at the bottom of the window. A script shows whether there are unsaved changes. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-bar">
      <p className="actions">{children}</p>
      <span className="hint" data-unsaved="" hidden>
        Alterações não salvas
      </span>
    </div>
  )
}
