import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { startFakeServer } from '#tests/support/fakes/fake-server.ts'

const folder = join(import.meta.dirname, '../../spec-client')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
const address = { logradouro: 'Rua das Hélices', bairro: 'Centro', localidade: 'Botucatu', uf: 'SP' }

/**
 * Serves the specification's client from another site than the shop, with the public services that it calls.
 * All other paths lead to the application (history paths).
 */
export async function startSpecClient() {
  const names = await readdir(folder)
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
  let apiUrl = ''
  const server = await startFakeServer(({ path }) => {
    const [requestedPath = ''] = path.slice(1).split('?')
    if (requestedPath === 'config.json')
      return { body: { api: apiUrl, postal: `${url}/cep`, tracking: `${url}/rastreio` } }
    if (requestedPath.startsWith('cep/')) return { body: address }
    const name = files.has(requestedPath) ? requestedPath : 'index.html'
    return { type: types[extname(name)] ?? 'text/plain', body: files.get(name) ?? '' }
  })
  const url = server.url.replace('127.0.0.1', 'localhost')
  return {
    url,
    close: () => server.close(),
    /** Sets the address of the API. */
    pointTo(address: string) {
      apiUrl = address
    },
  }
}
