import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldText } from '#app/forms/field-text.ts'
import { dispatchSchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markSent, resend } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { ShipmentAct, TrackCodeField } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { BoxQuestion } from '#app/routes/admin/shipments/box-question.tsx'
import { dispatchFault, leaveAct, shipmentOfAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { OldLabelNotice } from '#app/routes/admin/shipments/shipment-facts.tsx'
import { placeLine, streetLine } from '#app/text/accounts/address-labels.ts'
import {
  formatCopies,
  formatCopy,
  formatMissingKeys,
  missingKeyHint,
  shipmentLabels,
  shipmentRefusal,
  trackCodeHint,
} from '#app/text/shipments/shipment-labels.ts'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Enviar: expedição #${shipment.id}`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return shipmentOfAct(args.params, ['sent', 'resent'])
}

/** Sends it, or sends again what came back (D38). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { shipment, event, today } = await shipmentOfAct(args.params, ['sent', 'resent'])
  const { id, type, creation_date, return_date } = shipment
  const schema = dispatchSchema({ type, today, notBefore: return_date ?? creation_date })
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const actor = { actorUserId: userId, source: 'staff' }
  const change = await (event === 'resent' ? resend : markSent)(id, submission.value, actor)
  return (
    (await leaveAct(id, change)) ??
    data(submission.reply(await dispatchFault(id, change, form)), { status: 400 })
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Dispatch() {
  const { shipment, event, today } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>(), { date: today })
  const { id, type, lines, client } = shipment
  const missing = formatMissingKeys(shipment.keys)
  return (
    <ShipmentAct
      shipment={shipment}
      title={event === 'resent' ? 'Enviar outra vez' : 'Marcar como enviado'}
      copies={lines.map((line) => ({ id: line.id, text: formatCopy(line) }))}
      changes={[
        lines.length === 0
          ? 'Nenhuma assinatura muda: é um envio direto.'
          : `${formatCopies(lines.length)}: a situação passa a Enviado, com este código e esta data.`,
        `O cliente recebe um e-mail em ${client?.email ?? '-'}.`,
      ]}
      isPossible={event !== null && shipment.blocked.length === 0}
      back={paths.admin.shipment(id)}
      action={paths.admin.dispatch(id)}
      button="Marcar como enviado"
      field={field}
      labels={shipmentLabels}
    >
      {missing ? (
        <Notice tone="warn" title={missing} isSilent>
          {shipment.keys.isRefused ? shipmentRefusal('invoice-missing') : missingKeyHint}.
        </Notice>
      ) : null}
      <OldLabelNotice shipment={shipment} />
      {shipment.address ? (
        <p>{`Vai para ${streetLine(shipment.address)}, ${placeLine(shipment.address, shipment.address.zip_code)}.`}</p>
      ) : null}
      <BoxQuestion {...shipment.box} field={field} />
      {type === 'SIMPLES' ? null : <TrackCodeField field={field} hint={trackCodeHint(type)} />}
    </ShipmentAct>
  )
}
