import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/button.tsx'
import type { IconName } from '#app/ui/icons.tsx'

export type HeroAction = { href: string; label: string; icon?: IconName }

export type HeroProps = {
  title: ReactNode
  lead?: ReactNode
  /** The first one is the main act of the page. */
  actions: readonly HeroAction[]
  /** A drawing beside the text. */
  figure?: ReactNode
}

export function Hero({ title, lead, actions, figure }: HeroProps) {
  return (
    <section className="hero">
      <div>
        <h1>{title}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
        <ul className="hero-actions">
          {actions.map(({ href, label, icon }, index) => (
            <li key={label}>
              <LinkButton href={href} icon={icon} variant={index === 0 ? 'main' : 'secondary'}>
                {label}
              </LinkButton>
            </li>
          ))}
        </ul>
      </div>
      {figure}
    </section>
  )
}

export type Feature = { title: string; text: ReactNode }

export function FeatureList({ items }: { items: readonly Feature[] }) {
  return (
    <ol className="features grid grid-3">
      {items.map(({ title, text }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}
