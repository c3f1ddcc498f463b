import type { ActionFunctionArgs } from '@remix-run/node'
import { receiveWebhook } from '#app/routes/webhooks/asaas-webhook.server.ts'

export function loader() {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } })
}

/** Receives a webhook event of the payment gateway (D15). The gateway repeats it until the response is 200. */
export async function action({ request }: ActionFunctionArgs) {
  if (request.method !== 'POST') return loader()
  const status = await receiveWebhook(request)
  const headers: HeadersInit = status === 503 ? { 'Retry-After': '5' } : {}
  return new Response(null, { status, headers })
}
