import { renderToString } from 'react-dom/server'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

export type PublicationRow = {
  id: number
  name: string
  applicability: string
  version: string
  date: string
  price: number
}

type List = { rows: PublicationRow[]; count: number; page: number; pages: number; search: string }

/** The publications list as one would write it first: the same rows, links and forms, nothing around them. */
export function listPage(list: List): string {
  return `<!doctype html>${renderToString(<ListPage {...list} />)}`
}

function ListPage({ rows, count, page, pages, search }: List) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Publicações</title>
        <link rel="stylesheet" href="/app.css" />
      </head>
      <body>
        <nav>
          <a href="/publications">Comprar publicação</a> <a href="/orders">Pedidos</a>{' '}
          <a href="/cart">Carrinho</a>
        </nav>
        <main>
          <h1>Publicações</h1>
          <form action="/publications">
            <input type="search" name="search" defaultValue={search} />
            <button type="submit">Buscar</button>
          </form>
          <p>{`${count} publicações`}</p>
          <table>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
          <p>{`Pagina ${page} de ${pages}`}</p>
        </main>
      </body>
    </html>
  )
}

function Row({ row }: { row: PublicationRow }) {
  return (
    <tr>
      <th scope="row">
        <a href={`/publications/${row.id}`}>{row.name}</a>
      </th>
      <td>{row.applicability}</td>
      <td>{row.version}</td>
      <td>{formatDate(row.date)}</td>
      <td>{formatReais(row.price)}</td>
      <td>
        <form method="post" action="/cart">
          <input type="hidden" name="publication_id" value={row.id} />
          <button type="submit" name="add" value="1">
            Adicionar ao carrinho
          </button>
        </form>
      </td>
    </tr>
  )
}

export type OrderRow = {
  id: number
  date: string
  status: number
  nfe: string | null
  total: number
  name: string
  companyName: string | null
  isCompany: number
}

/** The order list of the staff, as plainly. */
export function ordersPage(list: { rows: OrderRow[]; pages: number; search: string }): string {
  return `<!doctype html>${renderToString(<OrdersPage {...list} />)}`
}

function OrdersPage({ rows, pages, search }: { rows: OrderRow[]; pages: number; search: string }) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Pedidos</title>
        <link rel="stylesheet" href="/app.css" />
      </head>
      <body>
        <main>
          <h1>Pedidos</h1>
          <form action="/admin/orders">
            <input type="search" name="search" defaultValue={search} />
            <button type="submit">Buscar</button>
          </form>
          <table>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <a href={`/admin/order/${row.id}`}>{row.id}</a>
                  </th>
                  <td>{formatDate(row.date)}</td>
                  <td>{row.isCompany ? row.companyName : row.name}</td>
                  <td>{row.nfe ?? '-'}</td>
                  <td>{row.status}</td>
                  <td>{formatReais(row.total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>{`Pagina 1 de ${pages}`}</p>
        </main>
      </body>
    </html>
  )
}

export type PaidRow = Omit<OrderRow, 'status'> & { titles: string[] }

/** The report of paid orders, as plainly. */
export function paidOrdersPage(report: { rows: PaidRow[]; count: number; total: number }): string {
  return `<!doctype html>${renderToString(<PaidOrdersPage {...report} />)}`
}

function PaidOrdersPage({ rows, count, total }: { rows: PaidRow[]; count: number; total: number }) {
  return (
    <html lang="pt-BR">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Pedidos pagos</title>
        <link rel="stylesheet" href="/app.css" />
      </head>
      <body>
        <main>
          <h1>Pedidos pagos</h1>
          <table>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>{formatDate(row.date)}</td>
                  <th scope="row">
                    <a href={`/admin/order/${row.id}`}>{row.id}</a>
                  </th>
                  <td>{row.isCompany ? row.companyName : row.name}</td>
                  <td>{row.titles.join('; ')}</td>
                  <td>{formatReais(row.total)}</td>
                  <td>{row.nfe ?? '-'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>{`Número de pedidos: ${count.toLocaleString('pt-BR')}`}</p>
          <p>{`Total acumulado: ${formatReais(total)}`}</p>
        </main>
      </body>
    </html>
  )
}
