import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { redirectPastEnd } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  keptSort,
  type StaffListQuery,
  sortLink,
  staffListHref,
  staffListQuery,
} from '#app/http/staff-list.ts'
import { expeditionSorts, listExpeditions } from '#app/models/shipments/expedition-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatAmount, formatDate } from '#app/text/platform/format.ts'
import {
  clientName,
  expeditionTypeName,
  statusOfExpedition,
  statusOptions,
} from '#app/text/shipments/expedition-words.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { StaffList } from '#app/ui/staff-list.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import type { Column } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Expedições' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const statuses = statusOptions.map(({ value }) => value)
  const query = staffListQuery(args.request, { sorts: expeditionSorts, statuses })
  const list = await listExpeditions(query)
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return { query, ...list }
}

type Row = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function Expeditions() {
  const { query, rows, count, pages, isCut } = useLoaderData<typeof loader>()
  const base = paths.admin.expeditions()
  return (
    <StaffList
      title="Expedições"
      isCut={isCut}
      base={base}
      search={query.search}
      searchLabel="Nº da expedição ou do pedido, cliente, e-mail, telefone, documento ou código de rastreamento"
      status={{ value: query.status, options: statusOptions }}
      hidden={keptSort(query)}
      add={{ href: paths.admin.newExpedition(), label: 'Nova expedição' }}
      exportHref={staffListHref(paths.admin.expeditionsFile(), query, { page: 1 })}
      aside={
        <>
          <LinkButton href={paths.admin.waiting()}>Aguardando envio</LinkButton>
          <LinkButton href={paths.admin.trackingCodes()}>Colar códigos</LinkButton>
        </>
      }
      caption="Expedições"
      columns={columnsOf(query)}
      rows={rows}
      rowKey={(row) => row.id}
      page={query.page}
      pages={pages}
      count={count}
      hrefFor={(page) => staffListHref(base, query, { page })}
    />
  )
}

function columnsOf(query: StaffListQuery): Column<Row>[] {
  const sort = (column: string) => sortLink(paths.admin.expeditions(), query, column)
  return [
    {
      key: 'id',
      label: 'ID',
      align: 'code',
      rowHeader: true,
      sort: sort('id'),
      render: ({ id }) => <a href={paths.admin.expedition(id)}>{`#${id}`}</a>,
    },
    {
      key: 'creation',
      label: 'Criação',
      align: 'code',
      sort: sort('creation_date'),
      render: ({ creation_date }) => formatDate(creation_date),
    },
    {
      key: 'send',
      label: 'Envio',
      align: 'code',
      sort: sort('send_date'),
      render: ({ send_date }) => (send_date ? formatDate(send_date) : '-'),
    },
    { key: 'client', label: 'Cliente', render: ({ client }) => clientName(client) },
    { key: 'orders', label: 'Pedidos', render: ({ orderIds }) => <Orders ids={orderIds} /> },
    { key: 'type', label: 'Tipo de envio', render: ({ type }) => expeditionTypeName(type) },
    {
      key: 'status',
      label: 'Situação',
      render: ({ status, isBlocked }) => {
        const { text, tone } = statusOfExpedition(status)
        return (
          <>
            <StatusTag tone={tone}>{text}</StatusTag>
            {isBlocked ? <StatusTag tone="bad">Não enviar</StatusTag> : null}
          </>
        )
      },
    },
    { key: 'value', label: 'Valor (R$)', align: 'num', render: ({ value }) => formatAmount(value) },
  ]
}

function Orders({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return 'Envio direto'
  return ids.map((id, index) => (
    <span key={id}>
      {index > 0 ? ', ' : null}
      <a href={paths.admin.order(id)}>{id}</a>
    </span>
  ))
}
