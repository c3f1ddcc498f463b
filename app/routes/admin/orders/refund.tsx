import { randomBytes } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { refundSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { refundFrom } from '#app/http/backoffice/refund.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { listRefunds } from '#app/models/payments/refund.server.ts'
import { paths } from '#app/paths.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { RefundForm } from '#app/ui/payments/refund-form.tsx'
import { RefundTable } from '#app/ui/payments/refunds.tsx'

export const handle: PageHandle<Loaded> = { title: ({ id }) => `Devolução do pedido nº ${id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedStaff(args)
  const { id, total } = await staffOrderFrom(args.params.id)
  const refunds = await listRefunds({ orderId: id })
  return { id, total, refunds, token: randomBytes(16).toString('hex'), today: civilDateIn(new Date()) }
}

/** Notes money given back to the customer of an order, with what proves it (D16, D49). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireProvedStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), {
    schema: refundSchema(civilDateIn(new Date())),
  })
  return refundFrom(submission, { orderId: id, paymentId: null }, { userId, back: paths.admin.order(id) })
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function OrderRefund() {
  const { id, total, refunds, token, today } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const back = paths.admin.order(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Devolução do pedido nº ${id}`}
        lead={`Total do pedido: ${formatReais(total)}. A loja só registra: o dinheiro é devolvido por fora.`}
        back={{ href: back, label: `Pedido nº ${id}` }}
      />
      {refunds.length > 0 ? <RefundTable refunds={refunds} /> : null}
      <RefundForm
        action={paths.admin.refund(id)}
        back={back}
        token={reply ? (fieldText(reply).value('token') ?? token) : token}
        field={fieldText(reply, { refunded_on: today })}
      />
    </div>
  )
}
