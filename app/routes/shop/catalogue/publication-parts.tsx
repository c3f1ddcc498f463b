import type { SerialRange } from '#app/domain/catalogue/applicability.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { splitContents } from '#app/routes/shop/catalogue/catalogue-labels.ts'
import { formatSerials } from '#app/text/catalogue/page-labels.ts'
import { listKindLabels } from '#app/text/checkout/cart-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { Money } from '#app/ui/money.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

type Crumb = { label: string; href?: string }

/** Shows the path to the page; the last entry is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Você está em" className="crumbs">
      <ol>
        {crumbs.map(({ label, href }) => (
          <li key={label} aria-current={href === undefined ? 'page' : undefined}>
            {href === undefined ? <Unbroken text={label} /> : <a href={href}>{label}</a>}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const blankLines = /\n{2,}/

export function Description({ text }: { text: string }) {
  return (
    <div className="prose">
      {text.split(blankLines).map((paragraph) => (
        <p key={paragraph} className="lines">
          {paragraph}
        </p>
      ))}
    </div>
  )
}

/** Lists models with their serial numbers and links to all publications for them. */
export function ModelList({
  models,
  hrefFor,
}: {
  models: readonly SerialRange[]
  hrefFor: (model: string) => string
}) {
  return (
    <ul className="plain models">
      {models.map(({ model, from, to }) => (
        <li key={`${model} ${from} ${to}`}>
          <a href={hrefFor(model)} className="nowrap">
            {model}
          </a>
          {from || to ? `: séries ${formatSerials({ from, to })}` : `: ${formatSerials({ from, to })}`}
        </li>
      ))}
    </ul>
  )
}

const MAX_OPEN_LINES = 8

export function Contents({ text }: { text: string }) {
  const lines = splitContents(text)
  return (
    <section aria-labelledby="sumario" className="section">
      <h2 id="sumario">Conteúdo</h2>
      <ContentsList lines={lines.slice(0, MAX_OPEN_LINES)} />
      {lines.length > MAX_OPEN_LINES ? (
        <details>
          <summary>{`Mais ${lines.length - MAX_OPEN_LINES} linhas do sumário`}</summary>
          <ContentsList lines={lines.slice(MAX_OPEN_LINES)} />
        </details>
      ) : null}
    </section>
  )
}

function ContentsList({ lines }: { lines: ReturnType<typeof splitContents> }) {
  return (
    <ul className="plain contents">
      {lines.map(({ text, isInner }) => (
        <li key={text} className={isInner ? 'contents-inner' : undefined}>
          {text}
        </li>
      ))}
    </ul>
  )
}

export type RevisionView = { id: number; version: string; date: CivilDate; changes: string | null }

const MAX_OPEN_REVISIONS = 3

/** Lists revisions with their changes, the current revision first. */
export function RevisionLog({ revisions }: { revisions: readonly RevisionView[] }) {
  const recentRevisions = revisions.slice(0, MAX_OPEN_REVISIONS)
  const olderRevisions = revisions.slice(MAX_OPEN_REVISIONS)
  return (
    <section aria-labelledby="revisoes" className="section">
      <h2 id="revisoes">Revisões</h2>
      <RevisionItems revisions={recentRevisions} isNewest />
      {olderRevisions.length > 0 ? (
        <details>
          <summary>
            {olderRevisions.length === 1 ? 'Mais uma revisão' : `Mais ${olderRevisions.length} revisões`}
          </summary>
          <RevisionItems revisions={olderRevisions} />
        </details>
      ) : null}
    </section>
  )
}

function RevisionItems({ revisions, isNewest }: { revisions: readonly RevisionView[]; isNewest?: boolean }) {
  return (
    <ol className="plain revisions">
      {revisions.map(({ id, version, date, changes }, index) => (
        <li key={id} id={`revisao-${id}`}>
          <p>
            <strong className="nowrap">{version}</strong> <span className="nowrap">{formatDate(date)}</span>
            {isNewest && index === 0 ? <span className="tag tag-good">Em vigor</span> : null}
          </p>
          {changes ? <p className="lines">{changes}</p> : null}
        </li>
      ))}
    </ol>
  )
}

type RelatedTitle = {
  id: number
  name: string
  version: string
  price: number
  is_signature: boolean
  is_download: boolean
}

type RelatedProps = {
  titles: readonly RelatedTitle[]
  hrefFor: (id: number) => string
  allLink: { href: string; label: string } | undefined
}

export function RelatedTitles({ titles, hrefFor, allLink }: RelatedProps) {
  return (
    <section aria-labelledby="mesma-aeronave" className="section">
      <h2 id="mesma-aeronave">Para a mesma aeronave</h2>
      <ul className="plain titles">
        {titles.map((title) => (
          <li key={title.id}>
            <a href={hrefFor(title.id)}>
              <Unbroken text={title.name} />
            </a>
            <span className="hint">
              {[
                title.version,
                ...listKindLabels({ isSignature: title.is_signature, isDownload: title.is_download }),
              ].join(' · ')}
            </span>
            <Money centavos={title.price} />
          </li>
        ))}
      </ul>
      {allLink ? (
        <p>
          <a href={allLink.href}>{allLink.label}</a>
        </p>
      ) : null}
    </section>
  )
}
