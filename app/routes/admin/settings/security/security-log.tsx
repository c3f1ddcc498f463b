import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { listSecurityEvents } from '#app/models/accounts/security/security-list.server.ts'
import { paths } from '#app/paths.ts'
import { securityColumns, toSecurityRow } from '#app/routes/admin/settings/security/security-columns.tsx'
import { securityOptions } from '#app/routes/admin/settings/security/security-labels.ts'
import { parseSecurityQuery, toSecurityParams } from '#app/routes/admin/settings/security/security-query.ts'
import { ExportLinks } from '#app/ui/backoffice/export-links.tsx'
import { listPageColumns } from '#app/ui/backoffice/list-columns.ts'
import { ListFilters } from '#app/ui/backoffice/list-filters.tsx'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { SelectField, TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = {
  title: 'Registro de segurança',
  section: 'settings',
  help: 'acesso-e-papeis',
}

/** Loads logins, rejections, links and downloaded lists of the last six months, for administrators (D127). */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const { before, ...filter } = parseSecurityQuery(args.request)
  const { rows, next } = await listSecurityEvents(filter, before)
  const query = toSecurityParams(filter)
  return {
    query,
    isFirstPage: before === undefined,
    nextHref: next === null ? null : paths.admin.securityLog({ ...query, before: String(next) }),
    rows: rows.map(toSecurityRow),
  }
}

export default function SecurityLog() {
  const { query, rows, nextHref, isFirstPage } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title="Registro de segurança"
        lead="Quem entrou, quem não conseguiu e que listas saíram, nos últimos seis meses."
        back={{ href: paths.admin.settings(), label: 'Configurações' }}
      />
      <StaffSearchBar
        label="Rede ou endereço IP"
        name="network"
        defaultValue={query.network ?? ''}
        action={paths.admin.securityLog()}
        aside={<ExportLinks href={(format) => paths.admin.securityLogFile(format, query)} />}
      >
        <ListFilters values={[query.kind, query.number, query.from, query.to]}>
          <SelectField
            label="Evento"
            name="kind"
            width="half"
            placeholder="Todos"
            options={securityOptions}
            defaultValue={query.kind ?? ''}
          />
          <TextField
            label="Nº do usuário"
            name="number"
            width="short"
            inputMode="numeric"
            defaultValue={query.number ?? ''}
          />
          <TextField label="De" name="from" type="date" width="half" defaultValue={query.from ?? ''} />
          <TextField label="Até" name="to" type="date" width="half" defaultValue={query.to ?? ''} />
        </ListFilters>
      </StaffSearchBar>
      <DataTable
        caption="Eventos, do mais recente ao mais antigo"
        columns={listPageColumns(securityColumns)}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nada registrado com este filtro.' }}
      />
      <nav className="pagination" aria-label="Paginação">
        {isFirstPage ? null : <a href={paths.admin.securityLog(query)}>Mais recentes</a>}{' '}
        {nextHref ? <a href={nextHref}>Mais antigos</a> : null}
      </nav>
    </>
  )
}
