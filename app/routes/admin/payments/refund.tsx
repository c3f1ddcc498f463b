import { randomBytes } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { refundSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { refundFrom } from '#app/http/backoffice/refund.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { findPayment } from '#app/models/payments/payment-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { RefundForm } from '#app/ui/payments/refund-form.tsx'
import { RefundTable } from '#app/ui/payments/refunds.tsx'

export const handle: PageHandle<Loaded> = { title: ({ id }) => `Devolução do recebimento nº ${id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedStaff(args)
  const { id, value, refunds } = await paymentFrom(args.params.id)
  return { id, value, refunds, token: randomBytes(16).toString('hex'), today: civilDateIn(new Date()) }
}

/** Notes that money which came in was given back, with what proves it (D16). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireProvedStaff(args)
  const { id, orderId } = await paymentFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), {
    schema: refundSchema(civilDateIn(new Date())),
  })
  return refundFrom(submission, { orderId, paymentId: id }, { userId, back: paths.admin.payment(id) })
}

async function paymentFrom(param: string | undefined) {
  return (await findPayment(idFrom(param) ?? notFound())) ?? notFound()
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PaymentRefund() {
  const { id, value, refunds, token, today } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const back = paths.admin.payment(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Devolução do recebimento nº ${id}`}
        lead={`Valor recebido: ${formatReais(value)}. A loja só registra: o dinheiro é devolvido por fora.`}
        back={{ href: back, label: `Recebimento nº ${id}` }}
      />
      {refunds.length > 0 ? <RefundTable refunds={refunds} /> : null}
      <RefundForm
        action={paths.admin.paymentRefund(id)}
        back={back}
        token={reply ? (fieldText(reply).value('token') ?? token) : token}
        field={fieldText(reply, { refunded_on: today })}
      />
    </div>
  )
}
