import { useLoaderData } from '@remix-run/react'
import { getCodeRule } from '#app/domain/checkout/carriers/carriers.ts'
import { makeDispatchSchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { markResent, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { ShipmentAct, TrackCodeField } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { BoxQuestion } from '#app/routes/admin/shipments/box-question.tsx'
import { MissingKeys, MovedCopies } from '#app/routes/admin/shipments/moved-copies.tsx'
import { answerDispatch, describeAct, findAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { OldLabelNotice } from '#app/routes/admin/shipments/shipment-details.tsx'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { useQuestionFields } from '#app/routes/question/question.tsx'
import { formatPlaceLine, formatStreetLine } from '#app/text/accounts/address-labels.ts'
import {
  formatCopies,
  formatCopy,
  formatMissingKeys,
  formatShipmentRefusal,
  getTrackCodeHint,
  missingKeyHint,
} from '#app/text/shipments/shipment-labels.ts'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Enviar: expedição #${shipment.id}`,
  section: 'shipments',
  help: 'expedicoes',
}

/** Marks the shipment as sent, also after a return (D38). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => findAct(params, ['sent', 'resent']),
  show: describeAct,
  schema: ({ shipment: { type, creation_date, return_date }, today }) =>
    makeDispatchSchema({ type, today, notBefore: return_date ?? creation_date }),
  execute: ({ record: { shipment, event }, values, viewer }) => {
    const recordDispatch = event === 'resent' ? markResent : markSent
    return recordDispatch(shipment.id, values, toStaffActor(viewer))
  },
  outcome: (change, { record, form }) => answerDispatch(record.shipment.id, change, form),
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Dispatch() {
  const { shipment, event, today } = useLoaderData<typeof loader>()
  const field = useQuestionFields({ date: today })
  const { id, type, lines, client } = shipment
  const recordedData = getCodeRule(type) === 'none' ? 'com esta data' : 'com este código e esta data'
  const missingKeysText = formatMissingKeys(shipment.keys)
  return (
    <ShipmentAct
      shipment={shipment}
      title={event === 'resent' ? 'Enviar outra vez' : 'Marcar como enviado'}
      copies={lines.map((line) => ({ id: line.id, text: formatCopy(line) }))}
      changes={[
        lines.length === 0
          ? 'Nenhuma assinatura muda: é um envio direto.'
          : `${formatCopies(lines.length)}: a situação passa a Enviado, ${recordedData}.`,
        `O cliente recebe um e-mail em ${client?.email ?? '-'}.`,
      ]}
      isPossible={event !== null && shipment.canLeave}
      alternative={
        event === null ? undefined : (
          <>
            <MovedCopies lines={shipment.movedLines} />
            <MissingKeys keys={shipment.keys} />
          </>
        )
      }
      action={paths.admin.dispatch(id)}
      button="Marcar como enviado"
      field={field}
    >
      <MovedCopies lines={shipment.movedLines} />
      {missingKeysText ? (
        <Notice tone="warn" title={missingKeysText} isSilent>
          {shipment.keys.isRefused ? formatShipmentRefusal('invoice-missing') : missingKeyHint}.
        </Notice>
      ) : null}
      <OldLabelNotice shipment={shipment} />
      {shipment.address ? (
        <p>{`Vai para ${formatStreetLine(shipment.address)}, ${formatPlaceLine(shipment.address, shipment.address.zip_code)}.`}</p>
      ) : null}
      <BoxQuestion {...shipment.box} field={field} />
      {getCodeRule(type) === 'none' ? null : <TrackCodeField field={field} hint={getTrackCodeHint(type)} />}
    </ShipmentAct>
  )
}
