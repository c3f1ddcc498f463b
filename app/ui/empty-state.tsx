import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'

export type EmptyStateProps = {
  text: string
  action?: { href: string; label: string }
  clearHref?: string | undefined // address of the list without the search
  children?: ReactNode
}

export function EmptyState({ text, action, clearHref, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <p>{text}</p>
      {children}
      {action ? <LinkButton href={action.href}>{action.label}</LinkButton> : null}
      {clearHref === undefined ? null : (
        <p>
          <a href={clearHref}>Limpar a busca</a>
        </p>
      )}
    </div>
  )
}
