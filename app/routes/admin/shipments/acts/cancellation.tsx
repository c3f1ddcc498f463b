import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isPending } from '#app/domain/shipments/shipment.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { cancellationSchema } from '#app/forms/shipment.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { cancelShipment } from '#app/models/shipments/shipment-cancellation.server.ts'
import { paths } from '#app/paths.ts'
import { ImpossibleAct } from '#app/routes/admin/shipments/acts/shipment-act.tsx'
import { leaveCancellation, shipmentOfAct } from '#app/routes/admin/shipments/shipment-act.server.ts'
import { clientName, formatCopies, stateOfShipment } from '#app/text/shipments/shipment-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ shipment }) => `Desfazer a expedição #${shipment.id}?`,
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return shipmentOfAct(args.params, [])
}

/** Gives up a shipment that has not left; its copies wait to be sent again. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { shipment } = await shipmentOfAct(args.params, [])
  const submission = parseWithZod(await readForm(args.request), { schema: cancellationSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const actor = { actorUserId: userId, source: 'staff' }
  const change = await cancelShipment(shipment.id, submission.value.reason || null, actor)
  return leaveCancellation(shipment.id, change)
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Cancellation() {
  const { shipment } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  const { id, lines, client } = shipment
  const back = paths.admin.shipment(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Desfazer a expedição #${id}?`}
        lead={clientName(client)}
        back={{ href: back, label: `Expedição #${id}` }}
      />
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={{ reason: 'Motivo' }} /> : null}
      {isPending(shipment) ? (
        <form method="post" action={paths.admin.cancellation(id)} noValidate className="stack" data-once="">
          <ul>
            <li>{formatFreed(lines.length)}</li>
            <li>A expedição sai das listas e não volta; o histórico fica nesta página.</li>
            <li>O cliente não recebe e-mail.</li>
          </ul>
          <TextField label="Motivo" optional {...field.of('reason')} />
          <div className="actions">
            <Button variant="danger">Desfazer a expedição</Button>
            <LinkButton href={back}>Voltar</LinkButton>
          </div>
        </form>
      ) : (
        <ImpossibleAct state={stateOfShipment(shipment).text} back={back} />
      )}
    </div>
  )
}

function formatFreed(copies: number): string {
  if (copies === 0) return 'É um envio direto: nenhum exemplar muda.'
  return `${formatCopies(copies)} no volume: o que pode ser enviado volta para Aguardando envio.`
}
