import { maxRowsOnPaper, preparedFileDays } from '#app/domain/reports/report-limits.ts'
import { formatInteger, spellNumber } from '#app/text/platform/numbers.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'

export type ReportOfferProps = {
  offer: string // why the report is not displayed
  files: { csv: string; xlsx: string; pdf: string; json?: string } // addresses
  currentPath: string // address of the report
}

const formats = [
  ['xlsx', 'Preparar em Excel'],
  ['csv', 'Preparar em CSV'],
  ['pdf', 'Preparar em PDF'],
  ['json', 'Preparar em JSON'],
] as const

/** Shows a button per file in place of a report that takes too long. */
export function ReportOffer({ offer, files, currentPath }: ReportOfferProps) {
  return (
    <section id="preparar" className="stack" aria-label="Preparar o arquivo">
      <Notice tone="info">{offer}</Notice>
      <div className="actions no-print">
        {formats.map(([format, label]) =>
          files[format] ? (
            <PostForm key={format} action={files[format]} data-once="">
              <input type="hidden" name="return_to" value={currentPath} />
              <Button>{label}</Button>
            </PostForm>
          ) : null,
        )}
        <LinkButton href={currentPath}>Tentar mostrar de novo</LinkButton>
      </div>
      <p className="hint">
        {`O arquivo é feito aos poucos, com o andamento na página, e fica guardado por ${spellNumber(preparedFileDays)} dias. Em PDF cabem até ${formatInteger(maxRowsOnPaper)} linhas.`}
      </p>
    </section>
  )
}
