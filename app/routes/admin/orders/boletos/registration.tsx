import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listBoletosOfOrder, registerAgain } from '#app/models/payments/boleto-registration.server.ts'
import { paths } from '#app/paths.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { formatRejection } from '#app/text/payments/boleto-labels.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Registrar boleto de novo' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const boletoId = idFrom(new URL(args.request.url).searchParams.get('boleto'))
  const boletos = await listBoletosOfOrder(id)
  const boleto = boletos.find((each) => each.id === boletoId) ?? notFound()
  const reason = boleto.rejection ? formatRejection(boleto.bank, boleto.rejection, boleto.format) : null
  return { orderId: id, boletoId: boleto.id, ourNumber: boleto.ourNumber, reason }
}

/** The boleto goes into the next remittance; whatever it is by now decides whether it can. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const form = await readForm(args.request)
  const boletoId = idFrom(form.get('boleto')) ?? notFound()
  const outcome = await registerAgain(id, boletoId, { actorUserId: userId, source: 'staff' })
  const flash =
    outcome === 'waiting'
      ? ({ tone: 'good', text: 'O boleto vai na próxima remessa.' } as const)
      : ({ tone: 'warn', text: 'Este boleto não pode mais ser registrado.' } as const)
  return redirectWithFlash(paths.admin.order(id), flash)
}

export default function BoletoRegistration() {
  const { orderId, boletoId, ourNumber, reason } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title="Registrar boleto de novo"
        lead={`Nosso número ${ourNumber}`}
        back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      <div className="stack">
        {reason ? <p>{`O banco recusou o registro: ${reason}.`}</p> : null}
        <p>
          O boleto volta para a próxima remessa com os mesmos dados. Se o banco recusou o nome, o documento ou
          o endereço do pagador, registrar de novo não adianta: os dados de um pedido não mudam, e ele precisa
          ser <a href={paths.admin.orderStatus(orderId)}>cancelado</a> e comprado de novo com os dados certos.
          Se foi o vencimento, <a href={paths.admin.boletoRenewal(orderId)}>peça um novo vencimento</a>. Nos
          outros casos, registre de novo.
        </p>
        <form method="post" action={paths.admin.boletoRegistration(orderId, boletoId)} data-once="">
          <input type="hidden" name="boleto" value={boletoId} />
          <p className="actions">
            <Button variant="main">Registrar de novo</Button>
            <LinkButton href={paths.admin.order(orderId)}>Voltar</LinkButton>
          </p>
        </form>
      </div>
    </div>
  )
}
