import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeDeliveryCorrectionSchema } from '#app/forms/shipment.ts'
import { answerCorrection, getCorrectionTexts } from '#app/http/backoffice/delivery-correction.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { correctOrderDelivery, findOrderDelivery } from '#app/models/shipments/delivery-correction.server.ts'
import { paths } from '#app/paths.ts'
import { deliveryTexts } from '#app/text/shipments/delivery-labels.ts'
import { DeliveryCorrectionForm } from '#app/ui/backoffice/delivery-correction-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Endereço de entrega: pedido nº ${id}`,
  section: 'orders',
  help: 'expedicoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const order = await requireOrder(args.params.id)
  return { ...order, texts: getCorrectionTexts(order) }
}

async function requireOrder(idText: unknown) {
  return (await findOrderDelivery(parseId(idText) ?? notFound())) ?? notFound()
}

/** Corrects the address to which the order's copies will be sent (D150). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { id, current } = await requireOrder(args.params.id)
  const actor = { actorUserId: userId, source: 'staff' }
  const form = await readForm(args.request)
  const schema = makeDeliveryCorrectionSchema({ isAddressTyped: form.get('use') !== 'account' })
  return answerCorrection(form, parseWithZod(form, { schema }), {
    record: { entity: 'order', id },
    current,
    back: paths.admin.order(id),
    save: (correction, seenVersion) => correctOrderDelivery(id, correction, actor, seenVersion),
  })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function OrderDelivery() {
  const order = useLoaderData<typeof loader>()
  const { result, conflict, fillResult } = useActionData<typeof action>() ?? {}
  const field = makeFieldTextReader(result, fillResult?.fields ?? order.texts)
  const { id, waiting: waitingShipmentIds, isInvoiced } = order
  const backHref = paths.admin.order(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Endereço de entrega: pedido nº ${id}`}
        back={{ href: backHref, label: `Pedido nº ${id}` }}
      />
      {order.isCorrectable ? (
        <DeliveryCorrectionForm
          action={paths.admin.orderDelivery(id)}
          back={backHref}
          current={order.current}
          account={order.account}
          effects={[
            ...waitingShipmentIds.map(
              (shipmentId) =>
                `A expedição #${shipmentId}, que ainda não saiu ou voltou, também muda: imprima outra etiqueta.`,
            ),
            ...(isInvoiced ? [deliveryTexts.invoiced] : []),
            'O que já saiu fica como está, e o frete do pedido não muda.',
            `O cliente recebe um e-mail em ${order.email}, com o endereço antigo e o novo.`,
          ]}
          field={field}
          cepNote={fillResult?.notes.shipping}
          conflict={conflict ?? null}
          lock_version={conflict ? order.lock_version : (field.value('lock_version') ?? order.lock_version)}
        />
      ) : (
        <Notice tone="info">{deliveryTexts.notPossible}</Notice>
      )}
    </div>
  )
}
