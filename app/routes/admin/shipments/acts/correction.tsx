import { useLoaderData } from '@remix-run/react'
import { getCodeRule } from '#app/domain/checkout/carriers/carriers.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { makeTrackingSchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { correctDispatch } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { ShipmentAct, TrackCodeField } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { answerAct, describeAct, findAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { useQuestionFields } from '#app/routes/question/question.tsx'
import { getTrackCodeHint } from '#app/text/shipments/shipment-labels.ts'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Corrigir envio: expedição #${shipment.id}`,
  section: 'shipments',
  help: 'expedicoes',
}

/** Corrects tracking code and day of a dispatch, also in its subscriptions. Sends no mail (D35). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => findAct(params, []),
  show: describeAct,
  // A delivered shipment cannot have been sent after its delivery.
  schema: ({ shipment: { type, creation_date, complete_date }, today }) =>
    makeTrackingSchema({ type, today: complete_date ?? today, notBefore: creation_date }),
  execute: ({ record, values, viewer }) => correctDispatch(record.shipment.id, values, toStaffActor(viewer)),
  outcome: (change, { record }) => answerAct(record.shipment.id, change),
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Correction() {
  const { shipment, today } = useLoaderData<typeof loader>()
  const { id, type, status, send_date, track_code } = shipment
  const field = useQuestionFields({ date: send_date ?? today, track_code: track_code ?? '' })
  return (
    <ShipmentAct
      shipment={shipment}
      title="Corrigir código ou data"
      changes={[
        'Código e data mudam também nas assinaturas desta expedição.',
        'O cliente não recebe e-mail: avise-o se for preciso.',
      ]}
      isPossible={status === shipmentStatus.sent || status === shipmentStatus.delivered}
      action={paths.admin.correction(id)}
      button="Corrigir"
      field={field}
    >
      {getCodeRule(type) === 'none' ? null : <TrackCodeField field={field} hint={getTrackCodeHint(type)} />}
    </ShipmentAct>
  )
}
