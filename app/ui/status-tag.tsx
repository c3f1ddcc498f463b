import type { ReactNode } from 'react'
import type { Tone } from './notice.tsx'

export type StatusTagProps = { tone?: Tone; children: ReactNode }

/** Shows a status; each tone has its own shape, so that no meaning depends on colour alone. */
export function StatusTag({ tone = 'neutral', children }: StatusTagProps) {
  return <span className={`tag tag-${tone}`}>{children}</span>
}
