import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { queueTestEvent } from '#app/models/settings/webhook-endpoint.server.ts'
import { paths } from '#app/paths.ts'
import { requireEndpoint } from '#app/routes/admin/settings/webhooks/endpoint.server.ts'

/** Redirects to the endpoint: this address is only for a POST. */
export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const { id } = await requireEndpoint(args)
  return redirect(paths.admin.webhook(id))
}

/** Sends a 'ping', even to a paused endpoint. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireSuperuser(args)
  const { id } = await requireEndpoint(args)
  if (!(await queueTestEvent(id, userId))) return notFound()
  return redirectWithFlash(paths.admin.webhookDeliveries(id), {
    tone: 'good',
    text: 'O teste é enviado em instantes. Atualize a página para ver a resposta.',
  })
}
