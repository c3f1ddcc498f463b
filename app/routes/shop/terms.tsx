import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { termsSections, termsVersion } from '#app/text/orders/terms.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Termos de compra', canonical: paths.terms() }

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
