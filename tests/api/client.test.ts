import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getApiDocument } from '#app/api/document/document.server.ts'
import { operations } from '#app/api/registry.server.ts'
import { sessionCookie } from '#app/http/cookies.server.ts'
import { startSession } from '#app/models/accounts/session.server.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { type Edge, startEdge } from '#tests/server/test-server.ts'
import { build } from '#tests/support/app-client.ts'

/** A client written from the document alone; the test checks its types and runs it. */
const programSource = `
import createClient from 'openapi-fetch'
import type { paths } from './shop-api.ts'

export async function run(baseUrl: string, username: string, password: string) {
  const client = createClient<paths>({ baseUrl })
  const token = await client.POST('/api/token/', { body: { username, password } })
  const headers = { Authorization: \`Bearer \${token.data?.access ?? ''}\` }
  const list = await client.GET('/publication/', { params: { query: { ordering: '-id', limit: 1 } }, headers })
  const names: string[] = (list.data?.results ?? []).map(({ name }) => name)
  const price: number | undefined = list.data?.results[0]?.price
  const [id = 0] = (list.data?.results ?? []).map((each) => each.id)
  const one = await client.GET('/publication/{id}/', { params: { path: { id: String(id) } }, headers })
  const wrong = await client.POST('/api/token/', { body: { username: '', password } })
  const report = await client.POST('/api/reports/month_count/', { body: { status: 1 }, headers })
  return {
    names,
    price,
    count: list.data?.count,
    same: one.data?.name === names[0],
    wrong: [wrong.response.status, wrong.error],
    report: [report.response.status, report.error],
  }
}
`

/** Each line with a call has one mistake that the types must detect. */
const faultyProgramSource = `
import createClient from 'openapi-fetch'
import type { paths } from './shop-api.ts'

const client = createClient<paths>({ baseUrl: '' })
export const all = [
  client.GET('/publications/', {}),
  client.POST('/api/token/', { body: { username: 'a' } }),
  client.POST('/api/reports/month_count/', { body: { status: 'all' } }),
  client.GET('/publication/{id}/', {}),
  client.GET('/publication/', { params: { query: { limit: 'ten' } } }),
]
export const price = async () => (await client.GET('/publication/', {})).data?.results[0]?.prices
`

let folder: string
let edge: Edge

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-client-'))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const types = astToString(await openapiTS(JSON.stringify(getApiDocument(operations))))
  await writeFile(join(folder, 'shop-api.ts'), types)
  await writeFile(join(folder, 'program.ts'), programSource)
  await writeFile(join(folder, 'mistakes.ts'), faultyProgramSource)
  edge = await startEdge({ build })
})

afterAll(async () => {
  await edge.close()
  await rm(folder, { recursive: true })
})

/** Returns the faulty lines of a file, as strict TypeScript reports them. */
function listFaultyLines(name: string): string[] {
  const file = join(folder, name)
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  }
  const checkedProgram = ts.createProgram([file], options)
  const lines = ts.getPreEmitDiagnostics(checkedProgram).map((fault) => {
    const { file: source, start = 0 } = fault
    if (!source) return ts.flattenDiagnosticMessageText(fault.messageText, '\n')
    const { line } = source.getLineAndCharacterOfPosition(start)
    return (source.text.split('\n')[line] ?? '').trim()
  })
  return [...new Set(lines)]
}

test('compiles a correct program against the types generated from the document', { timeout: 60_000 }, () => {
  expect(listFaultyLines('program.ts')).toEqual([])
})

test('generated types reject each mistake in a program', {
  meta: { slow: 'compiles the client of the document' },
  timeout: 60_000,
}, () => {
  expect(listFaultyLines('mistakes.ts')).toEqual(
    faultyProgramSource.split('\n').flatMap((line) => (/client\.(GET|POST)/.test(line) ? [line.trim()] : [])),
  )
})

test('a program logs in over HTTP, lists records, receives field errors and is denied reports', async () => {
  const { email } = await makeCustomer()
  await makePublication({ name: 'Manual da Hélice', price: 128_90 })
  await makePublication({ name: 'Catálogo de Peças', price: 80_05 })
  const { outputText } = ts.transpileModule(programSource, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  })
  const file = join(folder, 'program.mjs')
  await writeFile(file, outputText)
  const { run } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  expect(await run(edge.origin, email, password)).toEqual({
    names: ['Catálogo de Peças'],
    price: 80.05,
    count: 2,
    same: true,
    wrong: [400, { username: ['Esse campo precisa ser preenchido'] }],
    report: [
      403,
      {
        detail: 'Você não tem permissão para isto.',
        non_field_errors: ['Você não tem permissão para isto.'],
      },
    ],
  })
})

test('over HTTP, a session cookie authenticates nothing and no response sets one', async () => {
  const { userId } = await makeCustomer()
  const Cookie = await sessionCookie.serialize(await startSession(userId))
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '12', Cookie }
  const path = '/api/reports/month_count/'
  const answer = await edge.send({ method: 'POST', path, headers, body: '{"status":1}' })
  expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined])
  expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
})

test('over HTTP, a bearer token opens no page', async () => {
  const { userId } = await makeCustomer()
  const token = await startSession(userId, 'test', 'api')
  const { status, headers } = await edge.send({
    path: '/account',
    headers: { Authorization: `Bearer ${token}` },
  })
  expect([status, headers.location]).toEqual([302, '/login?redirectTo=%2Faccount'])
})

test('over HTTP, the document is served with and without a trailing slash', async () => {
  for (const path of ['/api/openapi.json', '/api/openapi.json/']) {
    const { status, body } = await edge.send({ path })
    expect([status, JSON.parse(body).openapi]).toEqual([200, '3.1.0'])
  }
  expect((await edge.send({ path: '/api/docs' })).headers['content-type']).toContain('text/html')
})
