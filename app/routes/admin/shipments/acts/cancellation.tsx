import { useLoaderData } from '@remix-run/react'
import { isPending } from '#app/domain/shipments/shipment.ts'
import { cancellationSchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { cancelShipment } from '#app/models/shipments/shipment-cancellation.server.ts'
import { paths } from '#app/paths.ts'
import { ImpossibleAct } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import {
  loadActShipment,
  redirectAfterCancellation,
} from '#app/routes/admin/shipments/shipment-act.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatCopies, formatShipmentClientName } from '#app/text/shipments/shipment-labels.ts'
import { TextField } from '#app/ui/forms/field.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Desfazer a expedição #${shipment.id}?`,
  section: 'shipments',
  help: 'expedicoes',
}

/** Cancels a shipment before dispatch; its copies wait to be sent again. */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => loadActShipment(params, []),
  show: (record) => record,
  schema: () => cancellationSchema,
  execute: ({ record, values, viewer }) =>
    cancelShipment(record.shipment.id, values.reason || null, toStaffActor(viewer)),
  outcome: (change, { record }) => redirectAfterCancellation(record.shipment.id, change),
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Cancellation() {
  const { shipment } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  const { id, lines, client } = shipment
  return (
    <QuestionPage
      title={`Desfazer a expedição #${id}?`}
      lead={formatShipmentClientName(client)}
      back={{ href: paths.admin.shipment(id), label: `Expedição #${id}` }}
      field={field}
      labels={{ reason: 'Motivo' }}
      alternative={isPending(shipment) ? null : <ImpossibleAct shipment={shipment} />}
      action={paths.admin.cancellation(id)}
      button="Desfazer a expedição"
      variant="danger"
    >
      <ul>
        <li>{formatReleasedCopies(lines.length)}</li>
        <li>A expedição sai das listas e não volta; o histórico fica nesta página.</li>
        <li>O cliente não recebe e-mail.</li>
      </ul>
      <TextField label="Motivo" optional {...field.getField('reason')} />
    </QuestionPage>
  )
}

function formatReleasedCopies(count: number): string {
  if (count === 0) return 'É um envio direto: nenhum exemplar muda.'
  return `${formatCopies(count)} no volume: o que pode ser enviado volta para Aguardando envio.`
}
