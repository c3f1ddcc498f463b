import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { issuerNames } from '#app/domain/settings/issuer.ts'
import { loadStaffList } from '#app/http/backoffice/load-list.server.ts'
import { makeStaffListLinks } from '#app/http/backoffice/staff-list.ts'
import type { PageHandle } from '#app/http/page.ts'
import { paths } from '#app/paths.ts'
import { makeBoletoColumns } from '#app/routes/admin/payments/boleto-columns.tsx'
import { boletoList } from '#app/routes/admin/payments/boleto-list.server.ts'
import { makeBoletoListHref } from '#app/routes/admin/payments/boleto-list.ts'
import { PaymentTabs } from '#app/routes/admin/payments/payment-tabs.tsx'
import { boletoFilterOptions } from '#app/text/payments/boleto-labels.ts'
import { issuerLabels } from '#app/text/settings/issuer-labels.ts'
import { StaffList } from '#app/ui/backoffice/staff-list.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle = { title: 'Boletos', section: 'payments', help: 'boletos' }

export async function loader(args: LoaderFunctionArgs) {
  return { ...(await loadStaffList(args, boletoList)), today: toCivilDate(new Date()) }
}

export default function AdminBoletos() {
  const { query, today, ...list } = useLoaderData<typeof loader>()
  return (
    <StaffList
      {...list}
      {...makeStaffListLinks(paths.admin.boletos(), paths.admin.boletosFile, query)}
      title="Boletos"
      searchLabel="Nosso número, pedido ou cliente"
      status={{ value: query.status, options: boletoFilterOptions }}
      filter={{
        value: query.issuer,
        field: (
          <SelectField
            label="Emissor"
            name="issuer"
            width="half"
            placeholder="Todos"
            options={issuerNames.map((value) => ({ value, label: issuerLabels[value] }))}
            defaultValue={query.issuer ?? ''}
          />
        ),
      }}
      notice={<PaymentTabs />}
      exportHref={(format) => makeBoletoListHref(paths.admin.boletosFile(format), query)}
      caption="Boletos, do mais novo ao mais antigo"
      empty="Nenhum boleto encontrado"
      clearHref={makeBoletoListHref(paths.admin.boletos(), { ...query, search: '' })}
      columns={makeBoletoColumns(today)}
      rowKey={(row) => row.id}
      hrefFor={(page, change) => makeBoletoListHref(paths.admin.boletos(), query, { page, ...change })}
    />
  )
}
