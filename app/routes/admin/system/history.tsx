import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { readFromReplica } from '#app/http/replica.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { getJobName } from '#app/mails/job-name.server.ts'
import { searchHistory } from '#app/models/backoffice/history-search.server.ts'
import { paths } from '#app/paths.ts'
import { entityNames } from '#app/routes/admin/system/entity-labels.ts'
import { historyColumns, toHistoryRow } from '#app/routes/admin/system/history-columns.tsx'
import { makeHistoryHref, parseHistoryQuery } from '#app/routes/admin/system/history-search.ts'
import { actionOptions } from '#app/text/backoffice/history-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { ExportLinks } from '#app/ui/backoffice/export-links.tsx'
import { listPageColumns } from '#app/ui/backoffice/list-columns.ts'
import { ListFilters } from '#app/ui/backoffice/list-filters.tsx'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Histórico', section: 'settings', help: 'historico' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { before, ...filter } = parseHistoryQuery(args.request)
  const { rows, next, isPartial } = await readFromReplica(args, () => searchHistory(filter, before))
  return {
    filter,
    isPartial,
    isFirstPage: before === undefined,
    nextHref: next === null ? null : makeHistoryHref(paths.admin.history(), { ...filter, before: next }),
    rows: rows.map((row) => toHistoryRow(row, getJobName)),
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function History() {
  const { filter, rows, nextHref, isPartial, isFirstPage } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Histórico" lead="Quem fez o quê, quando, e o que mudou." />
      <StaffSearchBar
        label="Texto no que mudou"
        name="text"
        defaultValue={filter.text ?? ''}
        action={paths.admin.history()}
        aside={<ExportLinks href={(format) => makeHistoryHref(paths.admin.historyFile(format), filter)} />}
      >
        <ListFilters values={Object.values({ ...filter, text: undefined })}>
          <Filters filter={filter} />
        </ListFilters>
      </StaffSearchBar>
      {isPartial ? (
        <Notice tone="info">
          A busca olhou os registros mais recentes. Pode haver outros mais antigos: siga em “Mais antigos”.
        </Notice>
      ) : null}
      <DataTable
        caption="Histórico, do mais recente ao mais antigo"
        columns={listPageColumns(historyColumns)}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: specTexts.noResults }}
      />
      <nav className="pagination" aria-label="Paginação">
        {isFirstPage ? null : <a href={makeHistoryHref(paths.admin.history(), filter)}>Mais recentes</a>}{' '}
        {nextHref ? <a href={nextHref}>Mais antigos</a> : null}
      </nav>
    </>
  )
}

function Filters({ filter }: Pick<Loaded, 'filter'>) {
  const kinds = Object.entries(entityNames).map(([value, label]) => ({ value, label }))
  return (
    <>
      <SelectField
        label="Registro"
        name="entity"
        width="half"
        placeholder="Todos"
        options={kinds}
        defaultValue={filter.entity ?? ''}
      />
      <TextField
        label="Número"
        name="number"
        width="short"
        inputMode="numeric"
        defaultValue={filter.entityId === undefined ? '' : String(filter.entityId)}
      />
      <TextField
        label="Quem (palavras do nome ou parte do e-mail)"
        name="actor"
        width="half"
        autoComplete="off"
        defaultValue={filter.actor ?? ''}
      />
      <SelectField
        label="Ação"
        name="action"
        width="half"
        placeholder="Todas"
        options={actionOptions}
        defaultValue={filter.action ?? ''}
      />
      <TextField label="De" name="from" type="date" width="half" defaultValue={filter.from ?? ''} />
      <TextField label="Até" name="to" type="date" width="half" defaultValue={filter.to ?? ''} />
    </>
  )
}
