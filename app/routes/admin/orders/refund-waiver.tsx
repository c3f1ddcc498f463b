import { randomBytes } from 'node:crypto'
import { useLoaderData } from '@remix-run/react'
import { refundWaiverSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { waiveRefund } from '#app/models/payments/refund-waiver.server.ts'
import { paths } from '#app/paths.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import { formatReais } from '#app/text/platform/format.ts'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Nada a devolver no pedido nº ${id}`,
  section: 'orders',
  help: 'devolucoes',
}

/** Closes the amount that an order owes without a refund, and records the reason (D152). */
const question = defineQuestion({
  guard: requireProvedStaff,
  find: ({ params }) => loadStaffOrder(params.id),
  show: async ({ id }) => {
    const money = (await findMoneyBack(id)) ?? notFound()
    return { id, owedAmount: money.owed, token: randomBytes(16).toString('hex') }
  },
  schema: () => refundWaiverSchema,
  execute: ({ record, values, viewer }) =>
    waiveRefund({ orderId: record.id, ...values }, toStaffActor(viewer)),
  outcome: (result, { record: { id } }) =>
    result === 'unknown-order' ? notFound() : redirectWithFlash(paths.admin.order(id), flashes[result]),
})
export const loader = question.loader
export const action = question.action

const flashes = {
  waived: { tone: 'good', text: 'Encerrado: nada a devolver.' },
  'nothing-owed': { tone: 'warn', text: 'Não havia valor a devolver.' },
  outdated: { tone: 'warn', text: 'O valor a devolver mudou, e nada foi encerrado. Confira.' },
} as const

type Loaded = Awaited<ReturnType<typeof loader>>

export default function RefundWaiver() {
  const { id, owedAmount, token } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  return (
    <QuestionPage
      title={`Nada a devolver no pedido nº ${id}`}
      back={{ href: paths.admin.order(id), label: `Pedido nº ${id}` }}
      field={field}
      labels={{ reason: 'Motivo' }}
      alternative={
        owedAmount === 0 ? <Notice tone="info">Este pedido não tem valor a devolver.</Notice> : null
      }
      action={paths.admin.refundWaiver(id)}
      button="Encerrar sem devolver"
      variant="danger"
    >
      <p>
        {`O pedido sai de Hoje sem que ${formatReais(owedAmount)} sejam devolvidos. Use só quando o dinheiro não entrou ou o cliente recebeu de outra forma, como crédito ou troca.`}
      </p>
      <input type="hidden" name="token" value={field.value('token') ?? token} />
      <input type="hidden" name="seen" value={field.value('seen') ?? owedAmount} />
      <TextAreaField label="Motivo" rows={3} isRequired {...field.getField('reason')} />
    </QuestionPage>
  )
}
