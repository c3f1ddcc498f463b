import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { seeOther } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { paths } from '#app/paths.ts'
import { requireCsvKind } from '#app/routes/admin/settings/imports/csv/csv-kind.server.ts'
import { receiveCsv } from '#app/routes/admin/settings/imports/csv/upload.server.ts'
import { type CsvColumn, csvColumns } from '#app/text/backoffice/csv-columns.ts'
import { csvImportLabels, csvImportTitles, csvKeyHints } from '#app/text/backoffice/csv-import-labels.ts'
import { importLabels } from '#app/text/backoffice/import-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FileField } from '#app/ui/forms/field.tsx'
import { FileForm } from '#app/ui/forms/file-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Loaded = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle<Loaded> = {
  title: ({ kind }) => csvImportTitles[kind],
  section: 'settings',
  help: 'integracoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  return { kind: requireCsvKind(args.params.kind) }
}

/** Reads the file and shows what importing it would change. Writes no records. */
export async function action(args: ActionFunctionArgs) {
  const { userId: createdBy } = await requireSuperuser(args)
  const uploadResult = await receiveCsv(args, { kind: requireCsvKind(args.params.kind), createdBy })
  if (typeof uploadResult === 'string') return data({ faults: [uploadResult] }, { status: 400 })
  return seeOther(paths.admin.csvLines(uploadResult))
}

export default function Upload() {
  const { kind } = useLoaderData<typeof loader>()
  const faults = useActionData<typeof action>()?.faults
  return (
    <>
      <PageHeading
        title={csvImportTitles[kind]}
        lead={csvKeyHints[kind]}
        back={{ href: paths.admin.imports(), label: importLabels.title }}
      />
      {faults ? <ErrorSummary errors={{ file: faults }} labels={{ file: csvImportLabels.file }} /> : null}
      <FileForm action={paths.admin.csvUpload(kind)} className="narrow stack" data-once="">
        <FileField
          label={csvImportLabels.file}
          name="file"
          accept=".csv,.txt,text/csv"
          hint={csvImportLabels.fileHint}
          errors={faults}
          isRequired
        />
        <p className="actions">
          <Button variant="main">{csvImportLabels.upload}</Button>
          <a href={paths.admin.csvTemplate(kind)}>{csvImportLabels.template}</a>
        </p>
      </FileForm>
      <section className="section" aria-labelledby="colunas">
        <h2 id="colunas">Colunas</h2>
        <p className="hint">
          A ordem é livre. Uma coluna que falta deixa o campo como está; uma célula vazia o esvazia, como no
          formulário.
        </p>
        <DataTable
          caption="Colunas do arquivo"
          columns={columnColumns}
          rows={csvColumns[kind]}
          rowKey={({ key }) => key}
          empty={{ text: '' }}
        />
      </section>
    </>
  )
}

const columnColumns: readonly Column<CsvColumn>[] = [
  { key: 'heading', label: 'Coluna', rowHeader: true, render: ({ heading }) => heading },
  { key: 'hint', label: 'Como', render: ({ hint }) => hint || '-' },
  { key: 'example', label: 'Exemplo', render: ({ examples }) => examples[0] || examples[1] || '-' },
]
