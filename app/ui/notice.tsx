import type { ReactNode } from 'react'
import { Icon } from './icons.tsx'

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

export type NoticeProps = {
  tone?: Tone
  title?: ReactNode
  isSilent?: boolean // true if another element announces the notice
  children?: ReactNode
}

const icons = { neutral: 'info', info: 'info', good: 'check', warn: 'warning', bad: 'warning' } as const

export function Notice({ tone = 'info', title, isSilent, children }: NoticeProps) {
  const role = tone === 'bad' ? 'alert' : 'status'
  return (
    <div className={`notice notice-${tone}`} role={isSilent ? undefined : role}>
      <Icon name={icons[tone]} />
      <div>
        {title ? <strong>{title}</strong> : null}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
    </div>
  )
}
