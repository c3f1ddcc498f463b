import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'

export type ReceivedRequest = {
  method: string
  path: string
  authorization: string
  headers: IncomingHttpHeaders
  body: string
}

/** A response. A body that is an object is sent as JSON. */
export type Reply = { status?: number; type?: string; location?: string; body: string | object }

/**
 * How a request fails. 'silent' sends no response, and 'cut' closes the connection. With the prefix 'done-',
 * the server processes the request before.
 */
export type Fault =
  | 'silent'
  | 'cut'
  | 'done-silent'
  | 'done-cut'
  | 'stops-halfway'
  | 'status-500'
  | 'status-503'
  | 'status-429'
  | 'html-400'
  | 'html-200'
  | 'redirect'
  | 'malformed'
  | 'huge'

type Failure = { fault: Fault; path: RegExp; method: string | undefined; times: number }

/** The requests that fail; by default all of them, without end. */
type FailureScope = { times?: number; path?: RegExp; method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' }

const faultyReplies: Partial<Record<Fault, Reply>> = {
  'status-500': { status: 500, body: { message: 'Internal Server Error' } },
  'status-503': { status: 503, type: 'text/plain', body: 'Service Unavailable' },
  'status-429': { status: 429, type: 'text/plain', body: 'Too many requests' },
  'html-400': { status: 400, type: 'text/html', body: '<h1>Http 400</h1>' },
  'html-200': { status: 200, type: 'text/html', body: '<html><h1>Em manutenção</h1></html>' },
  malformed: { status: 200, body: '{"cep": "010' },
  huge: { status: 200, body: `"${'x'.repeat(1024 * 1024)}"` },
}

/** Starts a server that records requests and fails on demand. It uses TLS if `tlsOptions` are given. */
export async function startFakeServer(
  makeReply: (request: ReceivedRequest) => Reply,
  tlsOptions?: ServerOptions,
) {
  const requests: ReceivedRequest[] = []
  const failures: Failure[] = []
  const handleRequest = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming)
    requests.push(request)
    const failure = failures.find(
      ({ path, method, times }) =>
        times > 0 && path.test(request.path) && (method ?? request.method) === request.method,
    )
    if (!failure) return sendReply(response, makeReply(request))
    failure.times -= 1
    if (failure.fault.startsWith('done-')) makeReply(request)
    replyWithFault(failure.fault, response)
  }
  const server = (
    tlsOptions ? createSecureServer(tlsOptions, handleRequest) : createServer(handleRequest)
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `${tlsOptions ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    requests,
    /** Makes the next requests fail: all of them, or only those with a path or method. */
    fail(fault: Fault, { times = Infinity, path = /./, method }: FailureScope = {}) {
      failures.push({ fault, times, path, method })
    },
    /** Ends the faults, without deleting the recorded requests. */
    heal() {
      failures.length = 0
    },
    reset() {
      requests.length = 0
      failures.length = 0
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization ?? '',
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString(),
  }
}

function sendReply(
  response: ServerResponse,
  { status = 200, type = 'application/json', location, body }: Reply,
) {
  const locationHeader = location === undefined ? {} : { Location: location }
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, ...locationHeader })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function replyWithFault(fault: Fault, response: ServerResponse) {
  const reply = faultyReplies[fault]
  if (reply) return sendReply(response, reply)
  if (fault === 'cut' || fault === 'done-cut') return response.destroy()
  if (fault === 'redirect') return response.writeHead(302, { Location: '/elsewhere' }).end()
  if (fault === 'stops-halfway') return response.writeHead(200).write('{"cep":')
}
