/** The baseline: node:http, plain SQL and the shop's components, without framework, headers or checks. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { renderApiList, renderList, renderPublication } from './catalogue.ts'
import { findCaller, findVisitor } from './database.ts'
import { addToCart, placeOrder } from './purchase.ts'
import { renderStaffOrders } from './staff-orders.ts'
import { answerStaffPost } from './staff-posts.ts'

const server = createServer((request, response) => {
  answerRequest(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.keepAliveTimeout = 20_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))

async function answerRequest(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/healthz') return void response.end('ok')
  const url = new URL(request.url ?? '/', 'http://floor')
  const { pathname } = url
  if (pathname === '/cart') return addToCart(request, response)
  if (pathname === '/checkout') return placeOrder(request, response)
  if (request.method === 'POST') return answerStaffPost(pathname, request, response)
  if (pathname === '/publication/')
    return sendText(response, 'application/json', await renderApiList(url, findCaller(request)))
  const visitor = findVisitor(request)
  if (pathname === '/publications') return sendText(response, HTML_TYPE, await renderList(url, visitor))
  if (pathname === '/admin/orders')
    return sendText(response, HTML_TYPE, await renderStaffOrders(url, request, visitor))
  sendText(response, HTML_TYPE, await renderPublication(url, visitor))
}

const HTML_TYPE = 'text/html; charset=utf-8'

function sendText(response: ServerResponse, type: string, text: string) {
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text)
}
