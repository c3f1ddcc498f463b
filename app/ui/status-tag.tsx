import type { ReactNode } from 'react'
import type { Tone } from './notice.tsx'

export type StatusTagProps = { tone?: Tone; children: ReactNode }

/** The mark before the words differs in shape too, so that nothing rests on colour. */
export function StatusTag({ tone = 'neutral', children }: StatusTagProps) {
  return <span className={`tag tag-${tone}`}>{children}</span>
}
