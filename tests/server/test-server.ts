import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type AppLoadContext, data, type ServerBuild } from '@remix-run/node'
import pino from 'pino'
import { createEdge, type EdgeOptions } from '#server/app.ts'
import { buildParts } from '#tests/support/build-parts.ts'

/** Records calls of the tiny shop. `entered` resolves when the slow page begins; `finish` ends this page. */
export type Diary = {
  /** method and page of each form and API call that ran */
  calls: string[]
  /** the contexts of all rendered pages */
  contexts: AppLoadContext[]
  slow: { entered: Promise<void>; finish: () => void }
}

type Module = ServerBuild['routes'][string]['module']

function Page() {
  return null
}

/** Returns a tiny application: pages, resource routes, a slow page and failing pages. */
export function makeMinimalBuild(): { build: ServerBuild; diary: Diary } {
  let finish = () => {}
  let enter = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const entered = new Promise<void>((resolve) => {
    enter = resolve
  })
  const diary: Diary = { calls: [], contexts: [], slow: { entered, finish } }
  const makeAction =
    (name: string): Module['action'] =>
    async ({ request }) => {
      diary.calls.push(`${request.method} ${name}`)
      return new Response('done')
    }
  const modules: Record<string, Module> = {
    root: { default: Page },
    'routes/ui': { default: Page, loader: () => null, action: makeAction('ui') },
    'routes/resource': {
      default: undefined,
      loader: () => new Response('resource'),
      action: makeAction('resource'),
    },
    'routes/refusing': {
      default: undefined,
      action: async () => {
        diary.calls.push('POST refusing')
        return new Response('no', { status: 400 })
      },
    },
    'routes/refused-page': {
      default: Page,
      action: async ({ request }) => {
        const { pathname, search, searchParams } = new URL(request.url)
        diary.calls.push(`POST ${pathname}${search} from ${request.headers.get('Referer')}`)
        if (searchParams.has('accepted'))
          return new Response(null, { status: 303, headers: { Location: '/' } })
        const headers: HeadersInit = searchParams.has('cookie') ? { 'Set-Cookie': 'cart=new; Path=/' } : {}
        return data(null, { status: 400, headers })
      },
    },
    'routes/checkout': {
      default: undefined,
      action: async ({ request }) => {
        diary.calls.push(`${request.method} checkout`)
        const isRead = new URL(request.url).searchParams.get('read') !== 'no'
        return new Response(`${isRead ? (await request.arrayBuffer()).byteLength : 'no'} bytes`)
      },
    },
    'routes/api/call/api': {
      default: undefined,
      loader: () => Response.json({ called: true }),
      action: async ({ request }) => {
        diary.calls.push(`${request.method} call`)
        return Response.json({ bytes: (await request.arrayBuffer()).byteLength })
      },
    },
    'routes/webhooks/asaas': {
      default: undefined,
      action: makeAction('webhook'),
    },
    'routes/slow': {
      default: undefined,
      loader: async () => {
        enter()
        await finished
        return new Response('slow but whole')
      },
    },
    'routes/broken': {
      default: Page,
      loader: () => {
        throw new Error('secret of the house')
      },
    },
    'routes/unrenderable': { default: Page },
  }
  const routes: ServerBuild['routes'] = Object.fromEntries(
    Object.entries(modules).map(([id, module]) => [
      id,
      id === 'root'
        ? { id, path: '', module }
        : { id, parentId: 'root', path: id.replace('routes/', ''), module },
    ]),
  )
  const build: ServerBuild = {
    mode: 'production',
    entry: {
      module: {
        default: (request, status, headers, _remix, context) => {
          diary.contexts.push(context)
          if (request.url.endsWith('/unrenderable')) throw new Error('secret of the house')
          headers.set('Content-Type', 'text/html; charset=utf-8')
          const page = `<!doctype html><script nonce="${context.nonce}"></script><p>${context.requestId}</p>${'<p>texto</p>'.repeat(500)}`
          return new Response(page, { status, headers })
        },
        handleError: () => {},
      },
    },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    ...buildParts,
  }
  return { build, diary }
}

export type Edge = {
  server: Server
  port: number
  folder: string
  origin: string
  diary: Diary
  send(requestData?: RequestData): Promise<Reply>
  close(): Promise<void>
}

/** Starts the real HTTP edge in front of the tiny shop on a free loopback port. */
export async function startEdge(overrides: Partial<EdgeOptions> = {}): Promise<Edge> {
  const { build, diary } = makeMinimalBuild()
  const folder = await makePublicFiles()
  const edge = createEdge({
    build,
    clientFolder: folder,
    publicUrl: 'http://localhost:3000',
    trustProxy: 0,
    mode: 'production',
    log: pino({ level: 'silent' }),
    isDatabaseReady: async () => true,
    readVersion: async () => 'v1',
    isDraining: () => false,
    isClosing: () => false,
    ...overrides,
  })
  const server = createServer(edge).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const { port } = address
  return {
    server,
    port,
    folder,
    diary,
    origin: `http://127.0.0.1:${port}`,
    send: (requestData) => sendRequest(port, requestData),
    async close() {
      diary.slow.finish()
      server.closeAllConnections()
      if (server.listening) {
        server.close()
        await once(server, 'close')
      }
      await rm(folder, { recursive: true })
    },
  }
}

export type RequestData = {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  /** Sends the request line and headers without the body. */
  withoutBody?: boolean
}
export type Reply = { status: number; headers: IncomingHttpHeaders; body: string }

/** Sends one HTTP request over a new connection, with only these headers besides Host and Connection. */
export function sendRequest(port: number, requestData: RequestData = {}): Promise<Reply> {
  const { method = 'GET', path = '/', headers = {}, body, withoutBody } = requestData
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, method, path, headers, agent: false },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          outgoing.destroy()
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString(),
          })
        })
      },
    )
    outgoing.on('error', reject)
    if (withoutBody) outgoing.flushHeaders()
    else outgoing.end(body)
  })
}

async function makePublicFiles(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-edge-'))
  await mkdir(join(folder, 'assets'))
  const script = '// script\n'.repeat(500)
  await writeFile(join(folder, 'assets', 'app-a1b2c3.js'), script)
  await writeFile(join(folder, 'assets', 'app-a1b2c3.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets', 'app-a1b2c3.js.gz'), gzipSync(script))
  await writeFile(join(folder, 'assets', 'app-d4e5f6a7.css'), 'a{}')
  await writeFile(join(folder, 'robots.txt'), 'User-agent: *\n')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, '.env'), 'SECRET=1')
  return folder
}
