import { useLoaderData } from '@remix-run/react'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listBoletosOfOrder } from '#app/models/payments/boleto-registration.server.ts'
import { requeueWriteOff } from '#app/models/payments/refused-instruction.server.ts'
import { paths } from '#app/paths.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, noFields, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage } from '#app/routes/question/question.tsx'

export const handle: PageHandle = { title: 'Pedir a baixa de novo', section: 'orders', help: 'boletos' }

/** Queues a write-off that the bank rejected for the next remittance (D151). */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => loadStaffOrder(params.id),
  show: async ({ id }, { request }) => {
    const boletoId = parseId(new URL(request.url).searchParams.get('boleto'))
    const boletos = await listBoletosOfOrder(id)
    const boleto = boletos.find((candidate) => candidate.id === boletoId) ?? notFound()
    return { orderId: id, boletoId: boleto.id, ourNumber: boleto.ourNumber }
  },
  schema: () => noFields,
  execute: ({ record, form, viewer }) =>
    requeueWriteOff(record.id, parseId(form.get('boleto')) ?? notFound(), toStaffActor(viewer)),
  outcome: (result, { record }) => redirectWithFlash(paths.admin.order(record.id), flashes[result]),
})
export const loader = question.loader
export const action = question.action

const flashes = {
  waiting: { tone: 'good', text: 'A baixa vai na próxima remessa.' },
  'not-possible': { tone: 'warn', text: 'A baixa deste boleto não precisa ser pedida de novo.' },
} as const

export default function BoletoWriteOff() {
  const { orderId, boletoId, ourNumber } = useLoaderData<typeof loader>()
  return (
    <QuestionPage
      title="Pedir a baixa de novo"
      lead={`Nosso número ${ourNumber}`}
      back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      action={paths.admin.boletoWriteOff(orderId, boletoId)}
      button="Pedir a baixa de novo"
    >
      <p>
        O banco recusou a baixa deste boleto, que por isso ainda pode ser pago. O motivo está no retorno.
        Depois de resolvê-lo, peça a baixa de novo: ela vai na próxima remessa.
      </p>
      <input type="hidden" name="boleto" value={boletoId} />
    </QuestionPage>
  )
}
