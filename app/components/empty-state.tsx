import { LinkButton } from './button.tsx'

export type EmptyStateProps = { text: string; action?: { href: string; label: string } }

export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p>{text}</p>
      {action ? <LinkButton href={action.href}>{action.label}</LinkButton> : null}
    </div>
  )
}
