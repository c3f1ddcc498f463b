import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeDeliveryCorrectionSchema } from '#app/forms/shipment.ts'
import { answerCorrection, getCorrectionTexts } from '#app/http/backoffice/delivery-correction.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  correctShipmentDelivery,
  isShipmentCorrectable,
} from '#app/models/shipments/delivery-correction.server.ts'
import { makeAddressKey } from '#app/models/shipments/shipment-address.server.ts'
import { paths } from '#app/paths.ts'
import { ImpossibleAct } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { loadActShipment } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { deliveryTexts } from '#app/text/shipments/delivery-labels.ts'
import { formatShipmentClientName } from '#app/text/shipments/shipment-labels.ts'
import { DeliveryCorrectionForm } from '#app/ui/backoffice/delivery-correction-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Endereço de entrega: expedição #${shipment.id}`,
  section: 'shipments',
  help: 'expedicoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { shipment } = await loadActShipment(args.params, [])
  const { address: current, client } = shipment
  const account = client?.address ?? null
  const isSameAddress =
    account !== null && current !== null && makeAddressKey(account) === makeAddressKey(current)
  const addresses = { current, account: isSameAddress ? null : account }
  const isCorrectable = isShipmentCorrectable(shipment)
  return { shipment, ...addresses, texts: getCorrectionTexts(addresses), isCorrectable }
}

/** Corrects the address of a shipment that was not sent or was returned (D150). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { shipment } = await loadActShipment(args.params, [])
  const { id, address } = shipment
  const actor = { actorUserId: userId, source: 'staff' }
  const form = await readForm(args.request)
  const schema = makeDeliveryCorrectionSchema({ isAddressTyped: form.get('use') !== 'account' })
  return answerCorrection(form, parseWithZod(form, { schema }), {
    record: { entity: 'shipment', id },
    current: address,
    back: paths.admin.shipment(id),
    save: (correction, seenVersion) => correctShipmentDelivery(id, correction, actor, seenVersion),
  })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function ShipmentDelivery() {
  const { shipment, current, account, texts, isCorrectable } = useLoaderData<typeof loader>()
  const { result, conflict, fillResult } = useActionData<typeof action>() ?? {}
  const field = makeFieldTextReader(result, fillResult?.fields ?? texts)
  const { id, client, orders, lock_version } = shipment
  const shipmentHref = paths.admin.shipment(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Endereço de entrega: expedição #${id}`}
        lead={formatShipmentClientName(client)}
        back={{ href: shipmentHref, label: `Expedição #${id}` }}
      />
      {isCorrectable ? (
        <DeliveryCorrectionForm
          action={paths.admin.shipmentDelivery(id)}
          back={shipmentHref}
          current={current}
          account={account}
          orderIds={orders.map((order) => order.id)}
          effects={[
            'A etiqueta impressa antes não vale mais: imprima outra.',
            ...(orders.some(({ nfe }) => nfe) ? [deliveryTexts.invoiced] : []),
            `O cliente recebe um e-mail em ${client?.email ?? '-'}, com o endereço antigo e o novo.`,
          ]}
          field={field}
          cepNote={fillResult?.notes.shipping}
          conflict={conflict ?? null}
          lock_version={conflict ? lock_version : (field.value('lock_version') ?? lock_version)}
        />
      ) : (
        <ImpossibleAct shipment={shipment} />
      )}
    </div>
  )
}
