import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listBoletosOfOrder } from '#app/models/payments/boleto-registration.server.ts'
import { writeOffAgain } from '#app/models/payments/refused-instruction.server.ts'
import { paths } from '#app/paths.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Pedir a baixa de novo' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const boletoId = idFrom(new URL(args.request.url).searchParams.get('boleto'))
  const boletos = await listBoletosOfOrder(id)
  const boleto = boletos.find((each) => each.id === boletoId) ?? notFound()
  return { orderId: id, boletoId: boleto.id, ourNumber: boleto.ourNumber }
}

/** A write-off that the bank refused goes into the next remittance (D151). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const form = await readForm(args.request)
  const boletoId = idFrom(form.get('boleto')) ?? notFound()
  const outcome = await writeOffAgain(id, boletoId, { actorUserId: userId, source: 'staff' })
  const flash =
    outcome === 'waiting'
      ? ({ tone: 'good', text: 'A baixa vai na próxima remessa.' } as const)
      : ({ tone: 'warn', text: 'A baixa deste boleto não precisa ser pedida de novo.' } as const)
  return redirectWithFlash(paths.admin.order(id), flash)
}

export default function BoletoWriteOff() {
  const { orderId, boletoId, ourNumber } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title="Pedir a baixa de novo"
        lead={`Nosso número ${ourNumber}`}
        back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      <div className="stack">
        <p>
          O banco recusou a baixa deste boleto, que por isso ainda pode ser pago. O motivo está no retorno.
          Depois de resolvê-lo, peça a baixa de novo: ela vai na próxima remessa.
        </p>
        <form method="post" action={paths.admin.boletoWriteOff(orderId, boletoId)} data-once="">
          <input type="hidden" name="boleto" value={boletoId} />
          <p className="actions">
            <Button variant="main">Pedir a baixa de novo</Button>
            <LinkButton href={paths.admin.order(orderId)}>Voltar</LinkButton>
          </p>
        </form>
      </div>
    </div>
  )
}
