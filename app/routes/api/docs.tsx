import { useLoaderData } from '@remix-run/react'
import { listGuideSections } from '#app/api/document/document.server.ts'
import { getApiReference } from '#app/api/document/reference.server.ts'
import { operations } from '#app/api/registry.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { OperationSection, TextWithCode } from '#app/routes/api/operation-section.tsx'
import { apiDocsLabels as labels } from '#app/text/platform/api-guide.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: labels.title }

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

/** Loads the API's documentation for people (D58, D74). */
export function loader() {
  return { guide: listGuideSections(), groups: getApiReference(operations) }
}

export default function ApiReference() {
  const { guide, groups } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title={labels.title} lead={labels.lead}>
        <a href={paths.apiDocument()}>{labels.file}</a>
      </PageHeading>
      <div className="prose">
        {guide.map(({ title, paragraphs }) => (
          <section key={title} className="stack">
            <h2>{title}</h2>
            {paragraphs.map((text) => (
              <p key={text}>
                <TextWithCode text={text} />
              </p>
            ))}
          </section>
        ))}
      </div>
      <nav className="section stack" aria-label={labels.calls}>
        <h2>{labels.calls}</h2>
        {groups.map(({ tag, operations: calls }) => (
          <div key={tag} className="stack">
            <h3>{tag}</h3>
            <ul>
              {calls.map(({ id, method, path, summary }) => (
                <li key={id}>
                  <a href={paths.apiReference(id)}>{summary}</a>{' '}
                  <code className="break">{`${method} ${path}`}</code>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {groups.map(({ tag, operations: calls }) => (
        <section key={tag} className="section stack-l">
          <h2>{tag}</h2>
          {calls.map((call) => (
            <OperationSection key={call.id} {...call} />
          ))}
        </section>
      ))}
    </>
  )
}
