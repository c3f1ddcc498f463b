import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { trackingSchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { correctDispatch } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { ShipmentAct, TrackCodeField } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { actFault, leaveAct, shipmentOfAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { shipmentLabels, trackCodeHint } from '#app/text/shipments/shipment-labels.ts'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Corrigir envio: expedição #${shipment.id}`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return shipmentOfAct(args.params, [])
}

/** Puts code and day of a dispatch right, on its subscriptions too; nobody is written to (D35). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { shipment, today } = await shipmentOfAct(args.params, [])
  const { id, type, creation_date, complete_date } = shipment
  const schema = trackingSchema({ type, today: complete_date ?? today, notBefore: creation_date })
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const change = await correctDispatch(id, submission.value, { actorUserId: userId, source: 'staff' })
  return (await leaveAct(id, change)) ?? data(submission.reply(actFault(change)), { status: 400 })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Correction() {
  const { shipment, today } = useLoaderData<typeof loader>()
  const { id, type, status, send_date, track_code } = shipment
  const saved = { date: send_date ?? today, track_code: track_code ?? '' }
  const field = fieldText(useActionData<typeof action>(), saved)
  return (
    <ShipmentAct
      shipment={shipment}
      title="Corrigir código ou data"
      changes={[
        'Código e data mudam também nas assinaturas desta expedição.',
        'O cliente não recebe e-mail: avise-o se for preciso.',
      ]}
      isPossible={status === shipmentStatus.sent || status === shipmentStatus.delivered}
      back={paths.admin.shipment(id)}
      action={paths.admin.correction(id)}
      button="Corrigir"
      field={field}
      labels={shipmentLabels}
    >
      {type === 'SIMPLES' ? null : <TrackCodeField field={field} hint={trackCodeHint(type)} />}
    </ShipmentAct>
  )
}
