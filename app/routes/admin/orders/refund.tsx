import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makeRefundSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { getRefundFormValues, recordRefundForm } from '#app/http/backoffice/refund.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { findMoneyBack, toRefundOffer } from '#app/models/payments/money-back.server.ts'
import { listRefunds } from '#app/models/payments/refund.server.ts'
import { paths } from '#app/paths.ts'
import { MoneyOwed } from '#app/routes/admin/orders/money-owed.tsx'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { RefundForm } from '#app/ui/payments/refund-form.tsx'
import { RefundTable } from '#app/ui/payments/refunds.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Reembolso do pedido nº ${id}`,
  section: 'orders',
  help: 'devolucoes',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedStaff(args)
  const { id, total } = await loadStaffOrder(args.params.id)
  const refunds = await listRefunds({ orderId: id })
  const money = (await findMoneyBack(id)) ?? notFound()
  return { id, total, refunds, money, form: getRefundFormValues(toRefundOffer(money)) }
}

/** Records a refund to the client and the document that proves the refund (D16, D49). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireProvedStaff(args)
  const { id } = await loadStaffOrder(args.params.id)
  const { notBefore } = toRefundOffer((await findMoneyBack(id)) ?? notFound())
  const schema = makeRefundSchema({ today: toCivilDate(new Date()), notBefore })
  const submission = parseWithZod(await readForm(args.request), { schema })
  return recordRefundForm(
    submission,
    { orderId: id, paymentId: null },
    { userId, back: paths.admin.order(id) },
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function OrderRefund() {
  const { id, total, refunds, money, form } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const orderHref = paths.admin.order(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Reembolso do pedido nº ${id}`}
        lead={`Total do pedido: ${formatReais(total)}. Resta a reembolsar no máximo ${formatReais(form.left)}. A loja só registra: o reembolso é feito por fora.`}
        back={{ href: orderHref, label: `Pedido nº ${id}` }}
      />
      <MoneyOwed money={money} waiverHref={paths.admin.refundWaiver(id)} />
      {refunds.length > 0 ? <RefundTable refunds={refunds} reversal={paths.admin.refundReversal} /> : null}
      <RefundForm
        action={paths.admin.refund(id)}
        back={orderHref}
        owed={form.left}
        token={makeFieldTextReader(actionData).value('token') ?? form.token}
        field={makeFieldTextReader(actionData, form.saved)}
      />
    </div>
  )
}
