import { offlinePage } from '#app/routes/shop/offline/offline-page.server.ts'

/** The page the offline worker keeps; the same for everybody. */
export function loader() {
  return new Response(offlinePage, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' },
  })
}
