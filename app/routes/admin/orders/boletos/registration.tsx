import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listBoletosOfOrder, requeueRegistration } from '#app/models/payments/boleto-registration.server.ts'
import { paths } from '#app/paths.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, noFields, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage } from '#app/routes/question/question.tsx'
import { formatRejection } from '#app/text/payments/boleto-labels.ts'

export const handle: PageHandle = { title: 'Registrar boleto de novo', section: 'orders', help: 'boletos' }

/** Queues the boleto for the next remittance, if its present state allows it. */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => loadStaffOrder(params.id),
  show: async ({ id }, { request }) => {
    const boletoId = parseId(new URL(request.url).searchParams.get('boleto'))
    const boletos = await listBoletosOfOrder(id)
    const boleto = boletos.find((candidate) => candidate.id === boletoId) ?? notFound()
    const rejectionReason = boleto.rejection
      ? formatRejection(boleto.bank, boleto.rejection, boleto.format)
      : null
    return { orderId: id, boletoId: boleto.id, ourNumber: boleto.ourNumber, rejectionReason }
  },
  schema: () => noFields,
  execute: ({ record, form, viewer }) =>
    requeueRegistration(record.id, parseId(form.get('boleto')) ?? notFound(), toStaffActor(viewer)),
  outcome: (result, { record }) => redirectWithFlash(paths.admin.order(record.id), flashes[result]),
})
export const loader = question.loader
export const action = question.action

const flashes = {
  waiting: { tone: 'good', text: 'O boleto vai na próxima remessa.' },
  'not-possible': { tone: 'warn', text: 'Este boleto não pode mais ser registrado.' },
} as const

export default function BoletoRegistration() {
  const { orderId, boletoId, ourNumber, rejectionReason } = useLoaderData<typeof loader>()
  return (
    <QuestionPage
      title="Registrar boleto de novo"
      lead={`Nosso número ${ourNumber}`}
      back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      action={paths.admin.boletoRegistration(orderId, boletoId)}
      button="Registrar de novo"
    >
      {rejectionReason ? <p>{`O banco recusou o registro: ${rejectionReason}.`}</p> : null}
      <p>
        O boleto volta para a próxima remessa com os mesmos dados. Se o banco recusou o nome, o documento ou o
        endereço do pagador, <a href={paths.admin.orderPayer(orderId)}>corrija os dados de cobrança</a>: o
        boleto vai de novo sozinho. Se foi o vencimento,{' '}
        <a href={paths.admin.boletoRenewal(orderId)}>peça um novo vencimento</a>. Nos outros casos, registre
        de novo.
      </p>
      <input type="hidden" name="boleto" value={boletoId} />
    </QuestionPage>
  )
}
