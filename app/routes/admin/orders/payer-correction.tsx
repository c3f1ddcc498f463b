import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import { digestField, digestTexts } from '#app/domain/platform/form-seen.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { makePayerCorrectionSchema } from '#app/forms/staff-order.ts'
import { type FillResult, fillAddressFromCep } from '#app/http/checkout/account-addresses.server.ts'
import { readCepIntent } from '#app/http/checkout/cep-intent.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { correctPayer, findOrderPayer } from '#app/models/payments/payer/payer-correction.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { PayerForm } from '#app/routes/admin/orders/payer-form.tsx'
import { makePayerConflict, toPayerFields } from '#app/routes/admin/orders/payer-texts.server.ts'
import { payerTexts } from '#app/text/payments/payer-labels.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ id }) => `Dados de cobrança: pedido nº ${id}`,
  section: 'orders',
  help: 'pedido',
}

/** Data for the form after an error or a conflict. */
type FormReply = {
  result?: SubmissionResult<string[]>
  conflict?: Conflict
  fillResult?: FillResult
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const order = await requireOrder(args.params.id)
  const { current, account } = order
  const isFromAccount = account !== null && new URL(args.request.url).searchParams.get('from') === 'account'
  const currentTexts = toPayerFields(current)
  const fieldTexts = {
    ...(isFromAccount ? toPayerFields(account) : currentTexts),
    [digestField]: digestTexts(currentTexts),
  }
  const needsShipping = order.shipping_type !== shippingTypes.download
  const { id, isCompany, isCorrectable, email, lock_version, isInvoiced } = order
  return {
    id,
    isCompany,
    isCorrectable,
    email,
    lock_version,
    isInvoiced,
    needsShipping,
    fieldTexts,
    hasAccountData: account !== null,
  }
}

async function requireOrder(idText: unknown) {
  return (await findOrderPayer(parseId(idText) ?? notFound())) ?? notFound()
}

/** Corrects the payer of an order, on its boleto and its NF-e (D178). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireStaff(args)
  const order = await requireOrder(args.params.id)
  const form = await readForm(args.request)
  if (readCepIntent(form) === 'billing')
    return data<FormReply>({ fillResult: await fillAddressFromCep(form, 'billing') })
  const submission = parseWithZod(form, { schema: makePayerCorrectionSchema(order) })
  if (submission.status !== 'success') return data<FormReply>({ result: submission.reply() }, { status: 400 })
  const { payer_name: name, payer_document: document, billing, reason, lock_version } = submission.value
  const orderHref = paths.admin.order(order.id)
  try {
    const correction = { name, document, billing, reason }
    const correctionResult = await correctPayer(
      order.id,
      correction,
      { actorUserId: userId, source: 'staff' },
      lock_version,
    )
    if (correctionResult === 'unknown') return notFound()
    if (correctionResult === 'changed')
      return redirectWithFlash(orderHref, { tone: 'good', text: payerTexts.corrected })
    if (correctionResult === 'not-possible')
      return redirectWithFlash(orderHref, { tone: 'warn', text: payerTexts.notPossible })
    const text = correctionResult === 'unchanged' ? payerTexts.unchanged : payerTexts.underWay
    return data<FormReply>({ result: submission.reply({ formErrors: [text] }) }, { status: 400 })
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    return data<FormReply>(await makePayerConflict(order, submission), { status: 409 })
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function OrderPayer() {
  const order = useLoaderData<typeof loader>()
  const { result, conflict, fillResult } = useActionData<typeof action>() ?? {}
  const field = makeFieldTextReader(result, fillResult?.fields ?? order.fieldTexts)
  const orderHref = paths.admin.order(order.id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Dados de cobrança: pedido nº ${order.id}`}
        back={{ href: orderHref, label: `Pedido nº ${order.id}` }}
      />
      {order.isCorrectable ? (
        <PayerForm
          {...order}
          back={orderHref}
          field={field}
          cepNote={fillResult?.notes.billing}
          conflict={conflict ?? null}
          lock_version={conflict ? order.lock_version : (field.value('lock_version') ?? order.lock_version)}
        />
      ) : (
        <Notice tone="info">{payerTexts.notPossible}</Notice>
      )}
    </div>
  )
}
