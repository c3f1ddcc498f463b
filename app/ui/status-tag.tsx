import type { ReactNode } from 'react'
import type { Tone } from './notice.tsx'

export type StatusTagProps = { tone?: Tone; children: ReactNode }

/** Shows a status. Each tone also has its own shape because colour alone must not carry meaning. */
export function StatusTag({ tone = 'neutral', children }: StatusTagProps) {
  return <span className={`tag tag-${tone}`}>{children}</span>
}
