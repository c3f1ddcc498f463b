import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFakeServer } from '#tests/support/fakes/fake-server.ts'

const folder = join(import.meta.dirname, '../../spec-client')
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript' }

/** Serves the specification's client from an origin of its own; every other path is the application (history paths). */
export async function startSpecClient() {
  const names = ['index.html', 'client.js', 'api.js']
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
  let api = ''
  const server = await startFakeServer(({ path }) => {
    if (path === '/config.json') return { body: { api } }
    const asked = path.slice(1).split('?')[0] ?? ''
    const name = files.has(asked) ? asked : 'index.html'
    return { type: types[name.split('.')[1] ?? ''] ?? 'text/plain', body: files.get(name) ?? '' }
  })
  return {
    url: server.url,
    close: () => server.close(),
    /** Where the API answers, once it does. */
    pointTo(address: string) {
      api = address
    },
  }
}
