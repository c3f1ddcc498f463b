import type { ReactNode } from 'react'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { IconName } from '#app/ui/icons.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

export type HeroAction = { href: string; label: string; icon?: IconName }

export type HeroProps = {
  title: ReactNode
  lead?: ReactNode
  actions: readonly HeroAction[]
  /** drawing next to the text */
  figure?: ReactNode
  /** main action, between the text and the other actions */
  children?: ReactNode
}

export function Hero({ title, lead, actions, figure, children }: HeroProps) {
  return (
    <section className="hero">
      <div>
        <h1>{title}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
        {children}
        <ul className="hero-actions">
          {actions.map(({ href, label, icon }) => (
            <li key={label}>
              <LinkButton href={href} icon={icon}>
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

type NewRevision = {
  id: number
  publicationId: number
  name: string
  version: string
  previousVersion: string | null
  date: CivilDate
}

type NewRevisionsProps = { rows: readonly NewRevision[]; hrefFor: (id: number) => string; allHref: string }

/** Lists the newest revisions with the previous versions. */
export function NewRevisions({ rows, hrefFor, allHref }: NewRevisionsProps) {
  return (
    <section className="section" aria-labelledby="novas-revisoes">
      <h2 id="novas-revisoes">Novas revisões</h2>
      <ul className="plain new-revisions">
        {rows.map(({ id, publicationId, name, version, previousVersion, date }) => (
          <li key={id}>
            <time dateTime={date} className="num">
              {formatDate(date)}
            </time>
            <a href={hrefFor(publicationId)}>
              <Unbroken text={name} />
            </a>
            <span className="nowrap">{previousVersion ? `${previousVersion} → ${version}` : version}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={allHref}>Ver todas, pela data da revisão</a>
      </p>
    </section>
  )
}

export type Feature = { title: string; text: ReactNode }

export function FeatureList({ items }: { items: readonly Feature[] }) {
  return (
    <ul className="features grid grid-3">
      {items.map(({ title, text }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
