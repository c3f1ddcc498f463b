import { useLoaderData } from '@remix-run/react'
import { makeActDaySchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markDelivered } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { ShipmentAct } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { answerAct, describeAct, findAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { useQuestionFields } from '#app/routes/question/question.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Marcar como entregue: expedição #${shipment.id}`,
  section: 'shipments',
  help: 'expedicoes',
}

/** Records that the client received the shipment (D29, D38). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => findAct(params, ['delivered']),
  show: describeAct,
  schema: ({ shipment, today }) => makeActDaySchema({ today, notBefore: shipment.send_date }),
  execute: ({ record, values, viewer }) =>
    markDelivered(record.shipment.id, values.date, toStaffActor(viewer)),
  outcome: (change, { record }) => answerAct(record.shipment.id, change),
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Delivery() {
  const { shipment, event, today } = useLoaderData<typeof loader>()
  return (
    <ShipmentAct
      shipment={shipment}
      title="Marcar como entregue"
      changes={[
        'As assinaturas impressas passam a Ativa; as compras avulsas continuam como Enviado.',
        'O cliente não recebe e-mail.',
      ]}
      isPossible={event !== null}
      action={paths.admin.delivery(shipment.id)}
      button="Marcar como entregue"
      field={useQuestionFields({ date: today })}
    />
  )
}
