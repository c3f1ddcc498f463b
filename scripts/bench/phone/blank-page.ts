import { once } from 'node:events'
import { createServer } from 'node:http'

const html = `<!doctype html><html lang="pt-BR"><meta name="viewport" content="width=device-width"><title>-</title>
<main><form><button>Enviar</button></form></main><script>
addEventListener('submit', (event) => { event.preventDefault(); document.querySelector('button').ariaBusy = 'true' })
</script>`

/** Serves an empty page with a form, which shows the cost of the slow phone itself. */
export async function startBlankPage() {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/' ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(request.url === '/' ? html : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/`, stop: () => server.close() }
}
