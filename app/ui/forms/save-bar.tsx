import type { ReactNode } from 'react'

/** The buttons of a long form, which stay at the bottom of the window; scripts say beside them what is not saved. */
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
