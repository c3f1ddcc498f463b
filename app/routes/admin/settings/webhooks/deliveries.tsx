import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { deliveryLogDays, deliveryStates } from '#app/domain/settings/webhook.ts'
import { makeStaffListHref, parseStaffListQuery } from '#app/http/backoffice/staff-list.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import {
  countFailedDeliveries,
  listDeliveries,
  resendAbandonedDeliveries,
} from '#app/models/settings/webhook-delivery-list.server.ts'
import { paths } from '#app/paths.ts'
import { makeDeliveryColumns } from '#app/routes/admin/settings/webhooks/delivery-columns.tsx'
import { requireEndpoint } from '#app/routes/admin/settings/webhooks/endpoint.server.ts'
import { deliveryStateLabels } from '#app/text/settings/webhook-labels.ts'
import { listPageColumns } from '#app/ui/backoffice/list-columns.ts'
import { RowCount } from '#app/ui/backoffice/row-count.tsx'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type PageChange, Pagination } from '#app/ui/pagination.tsx'
import { DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Avisos enviados', section: 'settings', help: 'integracoes' }

const stateOptions = deliveryStates.map((state) => ({
  value: deliveryStateLabels[state].code,
  label: deliveryStateLabels[state].text,
}))

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const endpoint = await requireEndpoint(args)
  const query = parseStaffListQuery(args.request, {
    sorts: ['id'],
    statuses: stateOptions.map(({ value }) => value),
  })
  const state = deliveryStates.find((name) => deliveryStateLabels[name].code === query.status)
  const [list, failedCount] = await Promise.all([
    listDeliveries({ ...query, endpointId: endpoint.id, state }),
    countFailedDeliveries(endpoint.id),
  ])
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return { endpoint, query, failedCount, ...list }
}

/** Queues the abandoned deliveries of the endpoint again. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireSuperuser(args)
  const { id } = await requireEndpoint(args)
  const count = await resendAbandonedDeliveries(id, userId)
  return redirectWithFlash(
    paths.admin.webhookDeliveries(id),
    count === 0
      ? { tone: 'warn', text: 'Não há avisos a enviar de novo.' }
      : { tone: 'good', text: count === 1 ? '1 aviso vai de novo.' : `${count} avisos vão de novo.` },
  )
}

export default function Deliveries() {
  const { endpoint, query, rows, failedCount, ...list } = useLoaderData<typeof loader>()
  const pageHref = paths.admin.webhookDeliveries(endpoint.id)
  const pager = {
    ...list,
    page: query.page,
    hrefFor: (page: number, change?: PageChange) => makeStaffListHref(pageHref, query, { page, ...change }),
  }
  return (
    <>
      <PageHeading
        title="Avisos enviados"
        lead={`${endpoint.description}: os últimos ${deliveryLogDays} dias.`}
        back={{ href: paths.admin.webhook(endpoint.id), label: 'Webhook' }}
      >
        {failedCount > 0 ? (
          <PostForm action={pageHref} data-once="">
            <Button>{`Enviar de novo o que não foi entregue (${failedCount})`}</Button>
          </PostForm>
        ) : null}
      </PageHeading>
      <form method="get" action={pageHref} className="actions">
        <SelectField
          label="Situação"
          name="status"
          width="half"
          placeholder="Todas"
          options={stateOptions}
          defaultValue={query.status === undefined ? '' : String(query.status)}
        />
        <Button>Filtrar</Button>
        <RowCount {...pager} noun={{ one: 'aviso', many: 'avisos' }} />
      </form>
      <DataTable
        caption="Avisos, do mais recente ao mais antigo"
        columns={listPageColumns(makeDeliveryColumns(endpoint.id))}
        rows={rows}
        rowKey={(row) => row.id}
        empty={{ text: 'Nenhum aviso.' }}
      />
      <Pagination {...pager} />
    </>
  )
}
