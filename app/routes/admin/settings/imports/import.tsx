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
  const found = await findImport(parseId(args.params.id) ?? notFound(), viewer.userId)
  if (!found) notFound()
  if (found.content !== 'system') throw redirect(paths.admin.csvLines(found.id))
  const { id, source, state, comparison } = found
  const { page } = parseListParams(args.request)
  const filter = parseFilter(args.request)
  const [counts, count] = await Promise.all([countRecords(id), countFilteredRecords(id, filter)])
  const pages = Math.max(1, Math.ceil(count / PER_PAGE))
  redirectPastEnd(args.request, { page, pages })
  const rows = await listRecords(id, filter, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
  const compared: ComparedRow[] | undefined = comparison?.map((each) => ({
    ...each,
    isSame: hasSameTotals(each),
  }))
  return { id, source, state, counts: groupCountsByKind(counts), compared, filter, rows, count, page, pages }
}

function parseFilter(request: Request): RecordFilter {
  const askedState = new URL(request.url).searchParams.get('state')
  return recordFilters.find(({ value }) => value === askedState)?.value ?? 'problems'
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Import() {
  const { id, source, state, counts, compared } = useLoaderData<typeof loader>()
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
      {compared ? <Totals compared={compared} /> : null}
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
          hrefFor={(to) => `${paths.admin.import(id)}?state=${filter}&page=${to}`}
        />
      </section>
    </>
  )
}

function Totals({ compared }: { compared: readonly ComparedRow[] }) {
  const isAllSame = compared.every((row) => row.isSame)
  return (
    <section className="section" aria-labelledby="totais">
      <h2 id="totais">{importLabels.comparison}</h2>
      <Notice tone={isAllSame ? 'good' : 'warn'}>
        {isAllSame ? importLabels.same : importLabels.different}
      </Notice>
      <DataTable
        caption={importLabels.comparison}
        columns={comparisonColumns}
        rows={compared}
        rowKey={({ kind, status }) => `${kind} ${status}`}
        empty={{ text: 'Nada a comparar.' }}
      />
    </section>
  )
}
