import { paths } from '#app/paths.ts'
import { pageFileLabels } from '#app/text/catalogue/page-labels.ts'
import { formatBytes } from '#app/text/platform/format.ts'
import { SummaryList } from '#app/ui/summary-list.tsx'

type StoredFile = { name: string; bytes: number } | undefined
type PageFilesProps = { id: number; files: { cover?: StoredFile; sample?: StoredFile } }

/** Shows cover and sample, each with a link to its form. */
export function PageFiles({ id, files }: PageFilesProps) {
  return (
    <section aria-labelledby="arquivos-da-pagina" className="section">
      <h2 id="arquivos-da-pagina">Capa e amostra</h2>
      <SummaryList
        rows={(['cover', 'sample'] as const).map((kind) => {
          const file = files[kind]
          return {
            key: pageFileLabels[kind].name,
            value: file ? `${file.name}, ${formatBytes(file.bytes)}` : pageFileLabels[kind].none,
            change: { href: paths.admin.publicationPageFile(id, kind), label: file ? 'Trocar' : 'Enviar' },
          }
        })}
      />
    </section>
  )
}
