import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { issuerNames } from '#app/domain/settings/issuer.ts'
import { loadListView } from '#app/http/backoffice/list-view.server.ts'
import { sortHiddenFields } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { fromReplica } from '#app/http/replica.server.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listBoletos } from '#app/models/payments/boleto-list.server.ts'
import { paths } from '#app/paths.ts'
import { boletoColumns } from '#app/routes/admin/payments/boleto-columns.tsx'
import { boletoListHref, boletoListQuery } from '#app/routes/admin/payments/boleto-list.ts'
import { boletoFilterOptions } from '#app/text/payments/boleto-labels.ts'
import { issuerLabels } from '#app/text/settings/issuer-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle = { title: 'Boletos' }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const query = boletoListQuery(args.request)
  const today = civilDateIn(new Date())
  const list = await fromReplica(args, () => listBoletos({ ...query, today }, query.page))
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return { query, today, ...list, view: await loadListView(viewer, args.request, 'boletos') }
}

export default function AdminBoletos() {
  const { query, today, ...list } = useLoaderData<typeof loader>()
  return (
    <StaffList
      {...list}
      title="Boletos"
      base={paths.admin.boletos()}
      search={query.search}
      searchLabel="Nosso número, pedido ou cliente"
      status={{ value: query.status, options: boletoFilterOptions }}
      hidden={sortHiddenFields(query)}
      filters={
        <SelectField
          label="Emissor"
          name="issuer"
          width="half"
          placeholder="Todos"
          options={issuerNames.map((value) => ({ value, label: issuerLabels[value] }))}
          defaultValue={query.issuer ?? ''}
        />
      }
      aside={<LinkButton href={paths.admin.remittances()}>Remessas</LinkButton>}
      exportHref={(format) => boletoListHref(paths.admin.boletosFile(format), query)}
      caption="Boletos, do mais novo ao mais antigo"
      empty="Nenhum boleto encontrado"
      clear={boletoListHref(paths.admin.boletos(), { ...query, search: '' })}
      columns={boletoColumns(today)}
      rowKey={(row) => row.id}
      page={query.page}
      hrefFor={(page, change) => boletoListHref(paths.admin.boletos(), query, { page, ...change })}
    />
  )
}
