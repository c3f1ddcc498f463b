import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { userFilter, userSorts } from '#app/domain/accounts/user-filter.ts'
import { loadListView } from '#app/http/backoffice/list-view.server.ts'
import { sortHiddenFields, sortLink, staffListHref, staffListQuery } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { fromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import { paths } from '#app/paths.ts'
import { type UserRow, userColumns } from '#app/routes/admin/users/user-columns.tsx'
import { userFilterOptions } from '#app/text/accounts/user-labels.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { Button } from '#app/ui/button.tsx'

export const handle: PageHandle = { title: 'Usuários' }

const statuses = Object.values(userFilter)

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const query = staffListQuery(args.request, { sorts: userSorts, statuses })
  const status = statuses.find((each) => each === query.status)
  const list = await fromReplica(args, () => listUsers({ ...query, status }))
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  const view = await loadListView(viewer, args.request, 'users')
  return { ...list, query, view, mayImport: viewer.isSuperuser }
}

export default function Users() {
  const { query, view, mayImport, ...list } = useLoaderData<typeof loader>()
  const base = paths.admin.users()
  return (
    <StaffList
      {...list}
      title="Usuários"
      view={view}
      base={base}
      search={query.search}
      searchLabel="Buscar por ID, nome, empresa, parte do e-mail, telefone, CPF, CNPJ ou CEP"
      status={{ value: query.status, options: userFilterOptions }}
      hidden={sortHiddenFields(query)}
      add={{ href: paths.admin.user(0), label: 'Novo usuário' }}
      exportHref={(format) => staffListHref(paths.admin.usersFile(format), query, { page: 1 })}
      importHref={mayImport ? paths.admin.csvUpload('clients') : undefined}
      caption={list.isCountExact ? `Usuários, ${list.count} ao todo` : 'Usuários'}
      columns={[...userColumns, certificateColumn(staffListHref(base, query))]}
      sort={(column) => sortLink(base, query, column)}
      rowKey={(row) => row.id}
      page={query.page}
      hrefFor={(page, change) => staffListHref(base, query, { page, ...change })}
    />
  )
}

/** `self` is the address of the list as it is, to come back to. */
function certificateColumn(self: string): ListColumn<UserRow> {
  return {
    key: 'certificate',
    label: 'Certificado',
    align: 'actions',
    render: (row) =>
      isRemovedEmail(row.email) ? (
        '-'
      ) : (
        <form method="post" action={paths.admin.userCertificate(row.id)}>
          <input type="hidden" name="return_to" value={self} />
          <Button variant="quiet">
            Certificado<span className="visually-hidden">{` de ${row.shownName}`}</span>
          </Button>
        </form>
      ),
  }
}
