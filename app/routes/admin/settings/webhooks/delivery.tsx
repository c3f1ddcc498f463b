import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireSuperuser } from '#app/http/staff.server.ts'
import { findDelivery, resendDelivery } from '#app/models/settings/webhook-delivery-list.server.ts'
import { paths } from '#app/paths.ts'
import { DeliveryStateTag } from '#app/routes/admin/settings/webhooks/delivery-columns.tsx'
import { requireEndpoint } from '#app/routes/admin/settings/webhooks/endpoint.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'
import { formatDeliveryFailure, getWebhookEventName } from '#app/text/settings/webhook-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = { title: 'Aviso', section: 'settings', help: 'integracoes' }

export async function loader(args: LoaderFunctionArgs) {
  await requireSuperuser(args)
  const { id: endpointId, description, address } = await requireEndpoint(args)
  const delivery = await findDelivery(endpointId, parseId(args.params.delivery) ?? notFound())
  return { endpointId, description, address, delivery: delivery ?? notFound() }
}

/** Queues the delivery again, unless it was queued after the page showed `turn`. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireSuperuser(args)
  const { id: endpointId } = await requireEndpoint(args)
  const { id } = (await findDelivery(endpointId, parseId(args.params.delivery) ?? notFound())) ?? notFound()
  const turn = parseId((await readForm(args.request)).get('turn'))
  if (turn === undefined) throw new Response(null, { status: 400 })
  const isQueued = await resendDelivery({ endpointId, id, turn }, userId)
  return redirectWithFlash(
    paths.admin.webhookDelivery(endpointId, id),
    isQueued ? queuedFlash : repeatedFlash,
  )
}

const queuedFlash = { tone: 'good', text: 'O aviso vai de novo em instantes.' } as const
const repeatedFlash = {
  tone: 'warn',
  text: 'Este aviso já foi posto para envio desde que a página foi aberta, e nada mais foi feito.',
} as const

export default function Delivery() {
  const { endpointId, description, address, delivery } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title={getWebhookEventName(delivery.event)}
        lead={description}
        back={{ href: paths.admin.webhookDeliveries(endpointId), label: 'Avisos enviados' }}
      />
      <SummaryList rows={listDetailRows(delivery, address)} />
      <h2>Conteúdo</h2>
      <pre className="sent-body">
        <code>{delivery.body}</code>
      </pre>
      <PostForm action={paths.admin.webhookDelivery(endpointId, delivery.id)} data-once="">
        <input type="hidden" name="turn" value={delivery.turn} />
        <p className="hint">
          Vai o mesmo conteúdo com o mesmo identificador, que o outro sistema já pode ter.
        </p>
        <p className="actions">
          <Button variant="main">Enviar de novo</Button>
        </p>
      </PostForm>
    </div>
  )
}

type DeliveryRecord = NonNullable<Awaited<ReturnType<typeof findDelivery>>>

function listDetailRows(delivery: DeliveryRecord, address: string) {
  const { eventId, attempts, lastAttemptAt, lastStatus, lastError, nextAttemptAt } = delivery
  const times = { 'Última tentativa': lastAttemptAt, 'Próxima tentativa': nextAttemptAt }
  return [
    { key: 'Situação', value: <DeliveryStateTag delivery={delivery} /> },
    { key: 'Endereço', value: address },
    { key: 'Identificador', value: <code>{eventId}</code> },
    { key: 'Aconteceu em', value: formatDateTime(delivery.created_at) },
    { key: 'Tentativas', value: attempts },
    ...Object.entries(times).flatMap(([key, time]) => (time ? [{ key, value: formatDateTime(time) }] : [])),
    { key: 'Resposta', value: lastStatus ?? '-' },
    ...(lastError === null ? [] : [{ key: 'Motivo', value: formatDeliveryFailure(lastError) }]),
  ]
}
