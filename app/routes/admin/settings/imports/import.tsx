import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parseId, parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, redirectPastEnd } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import {
  countFilteredRecords,
  countRecords,
  findImport,
  listRecords,
  type RecordFilter,
} from '#app/models/backoffice/import/imports.server.ts'
import { hasSameTotals } from '#app/models/backoffice/import/totals.server.ts'
import { paths } from '#app/paths.ts'
import {
  type ComparedRow,
  comparisonColumns,
  countColumns,
  groupCountsByKind,
  recordColumns,
  recordFilters,
} from '#app/routes/admin/settings/imports/import-columns.tsx'
import { importLabels, importStates } from '#app/text/backoffice/import-labels.ts'
import { listPageColumns } from '#app/ui/backoffice/list-columns.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ source }) => `Importação de ${source}`,
  section: 'settings',
  help: 'integracoes',
}

const PER_PAGE = 100

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireSuperuser(args)
  const importRecord = await findImport(parseId(args.params.id) ?? notFound(), viewer.userId)
  if (!importRecord) notFound()
  if (importRecord.content !== 'system') throw redirect(paths.admin.csvLines(importRecord.id))
  const { id, source, state, comparison } = importRecord
  const { page } = parseListParams(args.request)
  const filter = parseFilter(args.request)
  const [recordCounts, count] = await Promise.all([countRecords(id), countFilteredRecords(id, filter)])
  const pages = Math.max(1, Math.ceil(count / PER_PAGE))
  redirectPastEnd(args.request, { page, pages })
  const rows = await listRecords(id, filter, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  const counts = groupCountsByKind(recordCounts)
  const comparedRows = comparison?.map((row): ComparedRow => ({ ...row, isSame: hasSameTotals(row) }))
  return { id, source, state, counts, comparedRows, filter, rows, count, page, pages }
}

function parseFilter(request: Request): RecordFilter {
  const stateParam = new URL(request.url).searchParams.get('state')
  return recordFilters.find(({ value }) => value === stateParam)?.value ?? 'problems'
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Import() {
  const { id, source, state, counts, comparedRows } = useLoaderData<typeof loader>()
  const { filter, rows, count, page, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title={`Importação de ${source}`}
        lead={importStates[state]}
        back={{ href: paths.admin.imports(), label: importLabels.title }}
      >
        <LinkButton href={paths.admin.importFile(id, 'xlsx')}>Baixar Excel</LinkButton>
        <LinkButton href={paths.admin.importFile(id, 'csv')}>Baixar CSV</LinkButton>
      </PageHeading>
      <DataTable
        caption="Registros por situação"
        columns={countColumns}
        rows={counts}
        rowKey={({ kind }) => kind}
        empty={{ text: 'Nada foi lido.' }}
      />
      {comparedRows ? <Totals comparedRows={comparedRows} /> : null}
      <section className="section" aria-labelledby="registros">
        <h2 id="registros">{importLabels.records}</h2>
        <form method="get" action={paths.admin.import(id)} className="actions">
          <SelectField
            label="Mostrar"
            name="state"
            width="half"
            options={recordFilters}
            defaultValue={filter}
          />
          <Button>Filtrar</Button>
          <span className="hint">{count === 1 ? '1 registro' : `${count} registros`}</span>
        </form>
        <DataTable
          caption="Registros, na ordem da origem"
          columns={listPageColumns(recordColumns)}
          rows={rows}
          rowKey={(row) => row.id}
          empty={{ text: filter === 'problems' ? importLabels.noProblems : importLabels.noRecords }}
        />
        <Pagination
          page={page}
          pages={pages}
          hrefFor={(targetPage) => `${paths.admin.import(id)}?state=${filter}&page=${targetPage}`}
        />
      </section>
    </>
  )
}

function Totals({ comparedRows }: { comparedRows: readonly ComparedRow[] }) {
  const areAllSame = comparedRows.every((row) => row.isSame)
  return (
    <section className="section" aria-labelledby="totais">
      <h2 id="totais">{importLabels.comparison}</h2>
      <Notice tone={areAllSame ? 'good' : 'warn'}>
        {areAllSame ? importLabels.same : importLabels.different}
      </Notice>
      <DataTable
        caption={importLabels.comparison}
        columns={comparisonColumns}
        rows={comparedRows}
        rowKey={({ kind, status }) => `${kind} ${status}`}
        empty={{ text: 'Nada a comparar.' }}
      />
    </section>
  )
}
