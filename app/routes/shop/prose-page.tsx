import { formatDate } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Unbroken } from '#app/ui/unbroken.tsx'

type Section = { title: string; paragraphs: readonly string[] }
type ProsePageProps = { title: string; version: string; sections: readonly Section[] }

/** Shows a text of the company and its version. */
export function ProsePage({ title, version, sections }: ProsePageProps) {
  return (
    <>
      <PageHeading title={title} lead={`Versão de ${formatDate(version)}`} />
      <div className="prose">
        {sections.map(({ title: heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((text) => (
              <p key={text}>
                <Unbroken text={text} />
              </p>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
