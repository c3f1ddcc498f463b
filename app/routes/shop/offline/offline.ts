import { offlinePage } from '#app/routes/shop/offline/offline-page.server.ts'

/** Sends the page that the offline worker stores, which is the same for everybody. */
export function loader() {
  return new Response(offlinePage, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
