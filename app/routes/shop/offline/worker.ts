import source from '#app/enhance/offline-worker.js?raw'
import { paths } from '#app/paths.ts'
import { offlineFiles, offlineVersion } from '#app/routes/shop/offline/offline-page.server.ts'

/** Sends the worker for this build's files. Browsers check it with each page, so a new build replaces it. */
export function loader() {
  const page = paths.offline()
  const head = [
    `var OFFLINE = ${JSON.stringify(page)}`,
    `var FILES = ${JSON.stringify([page, ...offlineFiles])}`,
    `var VERSION = ${JSON.stringify(offlineVersion)}`,
  ]
  return new Response([...head, source].join('\n'), {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
