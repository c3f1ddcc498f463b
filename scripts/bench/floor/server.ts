/** The baseline: node:http, plain SQL and the shop's components, without framework, headers or checks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { renderApiList, renderList, renderPublication } from './catalogue.ts'
import { findCaller, findVisitor } from './database.ts'
import { addToCart, placeOrder } from './purchase.ts'
import { renderStaffOrders } from './staff-orders.ts'
import { answerStaffPost } from './staff-posts.ts'

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.keepAliveTimeout = 20_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))

async function answer(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/healthz') return void response.end('ok')
  const url = new URL(request.url ?? '/', 'http://floor')
  const { pathname } = url
  if (pathname === '/cart') return addToCart(request, response)
  if (pathname === '/checkout') return placeOrder(request, response)
  if (request.method === 'POST') return answerStaffPost(pathname, request, response)
  if (pathname === '/publication/')
    return send(response, 'application/json', await renderApiList(url, findCaller(request)))
  const visitor = findVisitor(request)
  if (pathname === '/publications') return send(response, htmlType, await renderList(url, visitor))
  if (pathname === '/admin/orders')
    return send(response, htmlType, await renderStaffOrders(url, request, visitor))
  send(response, htmlType, await renderPublication(url, visitor))
}

const htmlType = 'text/html; charset=utf-8'

function send(response: ServerResponse, type: string, text: string) {
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text)
}
