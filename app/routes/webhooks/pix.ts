import type { ActionFunctionArgs } from '@remix-run/node'
import { receivePixCall } from '#app/routes/webhooks/pix-webhook.server.ts'

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}

/** Receives the bank's call about a Pix or a settled refund, repeated until the response is 200 (D137). */
export async function action({ request, params }: ActionFunctionArgs) {
  if (request.method !== 'POST') return loader()
  const status = await receivePixCall(request, params.token)
  const headers: HeadersInit = status === 503 ? { 'Retry-After': '5' } : {}
  return new Response(null, { status, headers })
}
