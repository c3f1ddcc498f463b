import { statusForCustomer } from '#app/text/orders/order-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { subscriptionForCustomer } from '#app/text/subscriptions/subscription-labels.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

type Order = { id: number; date: string; status: number; reason: string | null; total: number }
type Unit = { id: number; name: string; registration: string | null; status: number; due: string | null }

type ClientRecordsProps = {
  orders: { rows: readonly Order[]; count: number }
  units: { rows: readonly Unit[]; count: number }
  today: string
  links: {
    order: (id: number) => string
    unit: (id: number) => string
    allOrders: string
    allUnits: string
    newOrder: string
    newShipment: string
  }
}

/** The newest orders and subscriptions of a client, each leading to its own page. */
export function ClientRecords({ orders, units, today, links }: ClientRecordsProps) {
  return (
    <>
      <section className="section" aria-labelledby="pedidos">
        <h2 id="pedidos">Pedidos ({orders.count})</h2>
        <DataTable
          caption="Pedidos mais novos"
          columns={orderColumns(links.order)}
          rows={orders.rows}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhum pedido encontrado' }}
        />
        <p className="actions no-print">
          <LinkButton href={links.newOrder}>Novo pedido</LinkButton>
          {orders.count > orders.rows.length ? (
            <a href={links.allOrders}>{`Ver todos os ${orders.count} pedidos`}</a>
          ) : null}
        </p>
      </section>
      <section className="section" aria-labelledby="assinaturas">
        <h2 id="assinaturas">Assinaturas e compras ({units.count})</h2>
        <DataTable
          caption="Assinaturas e compras mais novas"
          columns={unitColumns(links.unit, today)}
          rows={units.rows}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhuma publicação encontrada' }}
        />
        <p className="actions no-print">
          <LinkButton href={links.newShipment}>Nova expedição</LinkButton>
          {units.count > units.rows.length ? (
            <a href={links.allUnits}>{`Ver todas as ${units.count} assinaturas e compras`}</a>
          ) : null}
        </p>
      </section>
    </>
  )
}

function orderColumns(href: (id: number) => string): Column<Order>[] {
  return [
    {
      key: 'id',
      label: 'Pedido',
      rowHeader: true,
      render: (row) => <a href={href(row.id)}>{`Nº ${row.id}`}</a>,
    },
    { key: 'date', label: 'Data', align: 'code', render: (row) => formatDate(row.date) },
    {
      key: 'status',
      label: 'Situação',
      render: (row) => {
        const { text, tone } = statusForCustomer(row)
        return <StatusTag tone={tone}>{text}</StatusTag>
      },
    },
    { key: 'total', label: 'Total', align: 'num', render: (row) => formatReais(row.total) },
  ]
}

function unitColumns(href: (id: number) => string, today: string): Column<Unit>[] {
  return [
    {
      key: 'name',
      label: 'Publicação',
      rowHeader: true,
      render: (row) => <a href={href(row.id)}>{row.name}</a>,
    },
    { key: 'prefix', label: 'Prefixo', align: 'code', render: (row) => row.registration ?? '-' },
    {
      key: 'status',
      label: 'Situação',
      render: (row) => {
        const { text, tone } = subscriptionForCustomer(row, today)
        return <StatusTag tone={tone}>{text}</StatusTag>
      },
    },
    {
      key: 'due',
      label: 'Vencimento',
      align: 'code',
      render: (row) => (row.due ? formatDate(row.due) : 'Compra'),
    },
  ]
}
