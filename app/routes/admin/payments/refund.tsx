import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeRefundSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { getRefundFormValues, recordRefundForm } from '#app/http/backoffice/refund.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { findRefundOfferOfPayment } from '#app/models/payments/money-back.server.ts'
import { findPayment } from '#app/models/payments/payment-list.server.ts'
import { paths } from '#app/paths.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { RefundForm } from '#app/ui/payments/refund-form.tsx'
import { RefundTable } from '#app/ui/payments/refunds.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Reembolso do recebimento nº ${id}`,
  section: 'payments',
  help: 'devolucoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedStaff(args)
  const payment = await requirePayment(args.params.id)
  const { id, value, refunds } = payment
  return { id, value, refunds, form: getRefundFormValues(await findRefundOfferOfPayment(payment)) }
}

/** Records the refund of a payment and the document that proves the refund (D16). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireProvedStaff(args)
  const payment = await requirePayment(args.params.id)
  const { id, orderId } = payment
  const { notBefore } = await findRefundOfferOfPayment(payment)
  const schema = makeRefundSchema({ today: toCivilDate(new Date()), notBefore })
  const submission = parseWithZod(await readForm(args.request), { schema })
  return recordRefundForm(submission, { orderId, paymentId: id }, { userId, back: paths.admin.payment(id) })
}

async function requirePayment(idText: string | undefined) {
  return (await findPayment(parseId(idText) ?? notFound())) ?? notFound()
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function PaymentRefund() {
  const { id, value, refunds, form } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const paymentHref = paths.admin.payment(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Reembolso do recebimento nº ${id}`}
        lead={`Valor recebido: ${formatReais(value)}. Resta a reembolsar no máximo ${formatReais(form.left)}. A loja só registra: o reembolso é feito por fora.`}
        back={{ href: paymentHref, label: `Recebimento nº ${id}` }}
      />
      {refunds.length > 0 ? <RefundTable refunds={refunds} reversal={paths.admin.refundReversal} /> : null}
      <RefundForm
        action={paths.admin.paymentRefund(id)}
        back={paymentHref}
        owed={form.left}
        token={makeFieldTextReader(actionData).value('token') ?? form.token}
        field={makeFieldTextReader(actionData, form.saved)}
      />
    </div>
  )
}
