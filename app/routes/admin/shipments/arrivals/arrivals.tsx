import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeArrivalsSchema, parseIds } from '#app/forms/shipment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseListParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markArrived, maxArrivals } from '#app/models/shipments/shipment-arrivals.server.ts'
import { listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatService } from '#app/text/checkout/carriers.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { formatArrivalResult, formatShipmentClientName } from '#app/text/shipments/shipment-labels.ts'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, Fieldset, makeFieldId, TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Expedições a caminho', section: 'shipments', help: 'expedicoes' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { page, search } = parseListParams(args.request)
  const sentQuery = { status: shipmentStatus.sent, sort: 'send_date', direction: 'ascending' } as const
  const list = await listShipments({ ...sentQuery, page, search, perPage: maxArrivals })
  redirectPastEnd(args.request, { page, pages: list.pages })
  const areAllSelected = new URL(args.request.url).searchParams.get('selected') === 'all'
  return { ...list, page, search, areAllSelected, today: toCivilDate(new Date()) }
}

/** Marks all selected shipments as delivered or returned on one day (D38, D90). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema: makeArrivalsSchema(toCivilDate(new Date())) })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { shipment: shipmentIds, date, intent: arrival } = submission.value
  const result = await markArrived(shipmentIds, { arrival, date }, { actorUserId: userId, source: 'staff' })
  const tone = result.refusals.length > 0 ? 'warn' : 'good'
  return redirectWithFlash(paths.admin.arrivals(), { tone, text: formatArrivalResult(arrival, result) })
}

const labels = { shipment: 'Expedições', date: 'Data' }

export default function Arrivals() {
  const { rows, count, page, pages, search, areAllSelected, today } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData, { date: today })
  const selectedIds = actionData ? parseIds(actionData.initialValue?.shipment) : undefined
  const isSelected = (id: number) => selectedIds?.includes(id) ?? areAllSelected
  return (
    <>
      <PageHeading
        title="Expedições a caminho"
        lead="Marque de uma vez o que chegou ao cliente ou voltou ao remetente."
        back={{ href: paths.admin.shipments(), label: 'Expedições' }}
      />
      {field.hasErrors ? (
        <ErrorSummary messages={field.formErrors} errors={field.errors} labels={labels} />
      ) : null}
      <StaffSearchBar
        label="Nº da expedição ou do pedido, cliente ou código de rastreamento"
        defaultValue={search}
        action={paths.admin.arrivals()}
      />
      <PostForm action={paths.admin.arrivals()} noValidate data-once="">
        {rows.length > 1 ? <SelectAll page={page} search={search} areAllSelected={areAllSelected} /> : null}
        <Fieldset
          id={makeFieldId('shipment')}
          legend={labels.shipment}
          level="group"
          errors={field.errors.shipment}
        >
          <DataTable
            caption={`Expedições a caminho, ${count} ao todo`}
            columns={listColumns(isSelected)}
            rows={rows}
            rowKey={(row) => row.id}
            empty={
              search === ''
                ? { text: 'Nenhuma expedição está a caminho' }
                : { text: specTexts.noResults, clearHref: paths.admin.arrivals() }
            }
          />
        </Fieldset>
        {rows.length > 0 ? (
          <>
            <TextField label={labels.date} type="date" width="half" isRequired {...field.getField('date')} />
            <div className="actions">
              <Button variant="main" name="intent" value="delivered">
                Marcar como entregues
              </Button>
              <Button name="intent" value="returned">
                Voltaram ao remetente
              </Button>
            </div>
          </>
        ) : null}
      </PostForm>
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(targetPage) => paths.admin.arrivals({ page: targetPage, search })}
      />
    </>
  )
}

/** Selects all rows by a checkbox with scripts, otherwise by two links (F88). */
function SelectAll({
  page,
  search,
  areAllSelected,
}: {
  page: number
  search: string
  areAllSelected: boolean
}) {
  return (
    <div className="marks no-print">
      <div data-mark-all="shipment" hidden>
        <CheckboxField
          name="mark_all"
          label="Selecionar todas desta página"
          defaultChecked={areAllSelected}
        />
      </div>
      <p data-mark-links="">
        <a href={paths.admin.arrivals({ page, search, selected: 'all' })}>Selecionar todas desta página</a>{' '}
        <a href={paths.admin.arrivals({ page, search })}>Desmarcar todas</a>
      </p>
    </div>
  )
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

const listColumns = (isSelected: (id: number) => boolean): Column<Row>[] => [
  {
    key: 'choose',
    label: 'Escolher',
    align: 'choice',
    render: ({ id }) => (
      <CheckboxField
        id={`expedicao-${id}`}
        name="shipment"
        value={id}
        defaultChecked={isSelected(id)}
        label={`Escolher a expedição #${id}`}
        labelHidden
      />
    ),
  },
  {
    key: 'id',
    label: 'ID',
    align: 'code',
    rowHeader: true,
    render: ({ id }) => <a href={paths.admin.shipment(id)}>{`#${id}`}</a>,
  },
  {
    key: 'sent',
    label: columnNames.sentOn,
    align: 'code',
    render: ({ send_date }) => formatDate(send_date ?? ''),
  },
  { key: 'client', label: 'Cliente', render: ({ client }) => formatShipmentClientName(client) },
  { key: 'orders', label: 'Pedidos', render: ({ orderIds }) => orderIds.join(', ') || 'Envio direto' },
  { key: 'type', label: 'Tipo de envio', render: ({ type }) => formatService(type) },
  {
    key: 'code',
    label: columnNames.trackingCode,
    align: 'code',
    render: ({ track_code }) => track_code ?? '-',
  },
]
