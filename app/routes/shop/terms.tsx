import { PageHeading } from '#app/components/page-heading.tsx'
import { formatDate } from '#app/text/format.ts'
import { termsSections, termsVersion } from '#app/text/terms.ts'
import type { PageHandle } from '#app/web/page.ts'

export const handle: PageHandle = { title: 'Termos de compra' }

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

export default function Terms() {
  return (
    <>
      <PageHeading title="Termos de compra" lead={`Versão de ${formatDate(termsVersion)}`} />
      <div className="prose">
        {termsSections.map(({ title, paragraphs }) => (
          <section key={title}>
            <h2>{title}</h2>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
