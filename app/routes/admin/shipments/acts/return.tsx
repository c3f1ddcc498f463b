import { useLoaderData } from '@remix-run/react'
import { makeActDaySchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markReturned } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { ShipmentAct } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { answerAct, describeAct, findAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { useQuestionFields } from '#app/routes/question/question.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Registrar que voltou ao remetente: expedição #${shipment.id}`,
  section: 'shipments',
  help: 'expedicoes',
}

/** Records that the shipment was returned (D35, D38). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => findAct(params, ['returned']),
  show: describeAct,
  schema: ({ shipment, today }) => makeActDaySchema({ today, notBefore: shipment.send_date }),
  execute: ({ record, values, viewer }) =>
    markReturned(record.shipment.id, values.date, toStaffActor(viewer)),
  outcome: (change, { record }) => answerAct(record.shipment.id, change),
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Return() {
  const { shipment, event, today } = useLoaderData<typeof loader>()
  return (
    <ShipmentAct
      shipment={shipment}
      title="Registrar que voltou ao remetente"
      changes={[
        'As assinaturas voltam a Aguardando envio, sem código e sem data.',
        'Os exemplares ficam livres para outra expedição, ou para enviar esta outra vez.',
        'O cliente não recebe e-mail: combine com ele o novo envio.',
      ]}
      isPossible={event !== null}
      action={paths.admin.return(shipment.id)}
      button="Registrar que voltou ao remetente"
      field={useQuestionFields({ date: today })}
    />
  )
}
