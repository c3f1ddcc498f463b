import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldText } from '#app/forms/field-text.ts'
import { dayOfActSchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markReturned } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { ShipmentAct } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { actFault, leaveAct, shipmentOfAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { shipmentLabels } from '#app/text/shipments/shipment-labels.ts'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Marcar como devolvido: expedição #${shipment.id}`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return shipmentOfAct(args.params, ['returned'])
}

/** It came back (D35, D38). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { shipment, today } = await shipmentOfAct(args.params, ['returned'])
  const { id, send_date } = shipment
  const schema = dayOfActSchema({ today, notBefore: send_date })
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const change = await markReturned(id, submission.value.date, { actorUserId: userId, source: 'staff' })
  return (await leaveAct(id, change)) ?? data(submission.reply(actFault(change)), { status: 400 })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Return() {
  const { shipment, event, today } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), { date: today })
  return (
    <ShipmentAct
      shipment={shipment}
      title="Marcar como devolvido"
      changes={changes}
      isPossible={event !== null}
      back={paths.admin.shipment(shipment.id)}
      action={paths.admin.return(shipment.id)}
      button="Marcar como devolvido"
      field={field}
      labels={shipmentLabels}
    />
  )
}

const changes = [
  'As assinaturas voltam a Aguardando envio, sem código e sem data.',
  'Os exemplares ficam livres para outra expedição, ou para enviar esta outra vez.',
  'O cliente não recebe e-mail: combine com ele o novo envio.',
]
