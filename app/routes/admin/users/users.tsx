import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { loadStaffList } from '#app/http/backoffice/load-list.server.ts'
import { makeStaffListLinks } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { type UserRow, userColumns } from '#app/routes/admin/users/user-columns.tsx'
import { userList } from '#app/routes/admin/users/user-list.server.ts'
import { userFilterOptions } from '#app/text/accounts/user-labels.ts'
import type { ListColumn } from '#app/ui/backoffice/list-columns.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'

export const handle: PageHandle = { title: 'Clientes', section: 'clients', help: 'clientes' }

export function loader(args: LoaderFunctionArgs) {
  return loadStaffList(args, userList)
}

export default function Users() {
  const { query, isSuperuser, ...list } = useLoaderData<typeof loader>()
  const links = makeStaffListLinks(paths.admin.users(), paths.admin.usersFile, query)
  return (
    <StaffList
      {...list}
      {...links}
      title="Clientes"
      searchLabel="Buscar por ID, nome, empresa, parte do e-mail, telefone, CPF, CNPJ ou CEP"
      status={{ value: query.status, options: userFilterOptions }}
      states={query}
      add={{ href: paths.admin.user(0), label: 'Novo usuário' }}
      importHref={isSuperuser ? paths.admin.csvUpload('clients') : undefined}
      caption={list.isCountExact ? `Usuários, ${list.count} ao todo` : 'Usuários'}
      columns={[...userColumns, makeCertificateColumn(links.hrefFor(query.page))]}
      rowKey={(row) => row.id}
    />
  )
}

/** Returns the column of certificates, whose forms return to the list's address. */
function makeCertificateColumn(listHref: string): ListColumn<UserRow> {
  return {
    key: 'certificate',
    label: 'Certificado',
    align: 'actions',
    render: (row) =>
      isRemovedEmail(row.email) ? (
        '-'
      ) : (
        <PostForm action={paths.admin.userCertificate(row.id)}>
          <input type="hidden" name="return_to" value={listHref} />
          <Button variant="quiet">
            Certificado<span className="visually-hidden">{` de ${row.shownName}`}</span>
          </Button>
        </PostForm>
      ),
  }
}
