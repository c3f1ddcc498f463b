import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { shopEnvironment } from '#tests/e2e/support/shop.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { findFreePort, waitFor } from '#tests/support/shop.ts'

/** The program of `npm run preview`, started directly so that the test can end it. */
const serve = createRequire(import.meta.url).resolve('@remix-run/serve/dist/cli.js')

test('npm run preview serves pages, styles and scripts of the build', { tag: '@once' }, async () => {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    ...shopEnvironment(),
    PORT: String(port),
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
  }
  const server = spawn(process.execPath, [serve, 'build/server/index.js'], {
    env: environment,
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  try {
    await waitFor('the preview', async () => (await fetch(`${url}/login`)).ok)
    const titles = { '/': 'Aeropub', '/publications': 'Publicações · Aeropub', '/login': 'Entrar · Aeropub' }
    for (const [address, title] of Object.entries(titles)) {
      const answer = await fetch(`${url}${address}`)
      const html = await answer.text()
      expect(answer.status).toBe(200)
      expect(html).toContain('<html lang="pt-BR">')
      expect(html).toContain(`<title>${title}</title>`)
      for (const [, asset] of html.matchAll(/(?:rel="stylesheet" href|<script src)="([^"]+)"/g)) {
        const file = await fetch(`${url}${asset}`)
        expect(file.status, asset).toBe(200)
        expect(file.headers.get('content-type')).toMatch(/css|javascript/)
      }
    }
  } finally {
    // Kills the process, because the framework's server waits forever for the database pool.
    server.kill('SIGKILL')
    await ended
  }
})
