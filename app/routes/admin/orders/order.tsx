import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { digestField, digestTexts } from '#app/domain/platform/form-seen.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { orderFormSchema } from '#app/forms/staff-order.ts'
import { loadConflict, replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { saveStaffOrder } from '#app/models/orders/staff-order.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { paths } from '#app/paths.ts'
import { ActiveUnitsNotice, MoneyOwed } from '#app/routes/admin/orders/money-owed.tsx'
import { OrderActs } from '#app/routes/admin/orders/order-acts.tsx'
import { Client, Terms } from '#app/routes/admin/orders/order-details.tsx'
import { OrderInvoices } from '#app/routes/admin/orders/order-invoices.tsx'
import { OrderPayments } from '#app/routes/admin/orders/order-payments.tsx'
import { StaffBoletos } from '#app/routes/admin/orders/staff-boletos.tsx'
import { loadOrderPage, loadStaffOrder, orderLabels } from '#app/routes/admin/orders/staff-order.server.ts'
import { FileLinks, ShipmentLinks, StaffOrderLines } from '#app/routes/admin/orders/staff-order.tsx'
import { StaffOrderForm } from '#app/routes/admin/orders/staff-order-form.tsx'
import { StaffWithdrawals } from '#app/routes/admin/orders/staff-withdrawals.tsx'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { HistoryList } from '#app/ui/backoffice/history-list.tsx'
import { PhotoRequestNotice } from '#app/ui/backoffice/review-photos.tsx'
import { GoodsTags, PaymentTag } from '#app/ui/backoffice/state-tags.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Pedido nº ${order.id}`,
  hasDialogs: true,
  section: 'orders',
  help: 'pedido',
}

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  return loadOrderPage(args.params.id)
}

/** Saves NF-e, purchase order number and note. After a conflict, the second person sees both versions. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const order = await loadStaffOrder(args.params.id)
  const form = await readForm(args.request)
  const submission = parseWithZod(form, { schema: orderFormSchema })
  if (submission.status !== 'success')
    return data({ result: submission.reply(), conflict: null }, { status: 400 })
  const { note, lock_version } = submission.value
  const nfe = form.has('nfe') ? submission.value.nfe : undefined
  const purchaseOrder = form.has('purchase_order') ? submission.value.purchase_order : undefined
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  try {
    const changes = {
      note: note || null,
      nfe: replaceEmptyWithNull(nfe),
      purchaseOrder: replaceEmptyWithNull(purchaseOrder),
      lock_version,
    }
    const saveResult = await saveStaffOrder(order.id, changes, actor)
    if (saveResult === 'unknown-order') return notFound()
    if (saveResult === 'nfe-locked') {
      const errors = { formErrors: [specTexts.orderNotUpdated], fieldErrors: { nfe: [messages.nfeLocked] } }
      return data({ result: submission.reply(errors), conflict: null }, { status: 409 })
    }
    return redirectWithFlash(paths.admin.order(order.id), { tone: 'good', text: specTexts.saved })
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const stored = toFormTexts(order)
    const typed = { nfe: nfe ?? stored.nfe, purchase_order: purchaseOrder ?? stored.purchase_order, note }
    const record = { entity: 'order', id: order.id } as const
    const versions = { labels: orderLabels, stored, typed, sent: submission.payload, saved: stored }
    const conflict = await loadConflict(record, versions)
    const faults = submission.reply({ formErrors: [specTexts.orderNotUpdated] })
    const result = replyWithStored(faults, versions)
    return data({ result, conflict }, { status: 409 })
  }
}

function replaceEmptyWithNull(text: string | undefined): string | null | undefined {
  return text === '' ? null : text
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function AdminOrder() {
  const loaderData = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { order } = loaderData
  const texts = toFormTexts(order)
  const savedTexts = { ...texts, lock_version: String(order.lock_version), [digestField]: digestTexts(texts) }
  const field = makeFieldTextReader(actionData?.result, savedTexts)
  const status = getStaffStatus(order)
  return (
    <>
      <PageHeading
        title={`Pedido nº ${order.id}`}
        lead={`De ${formatDate(order.date)}, ${getClientName(order)}`}
        back={{ href: paths.admin.orders(), label: 'Pedidos' }}
      >
        <StatusTag tone={status.tone}>{status.text}</StatusTag>
        {loaderData.payment ? <PaymentTag state={loaderData.payment} /> : null}
        {loaderData.goods.length > 0 ? <GoodsTags goods={loaderData.goods} /> : null}
      </PageHeading>
      <OrderNotices data={loaderData} />
      <OrderActs {...loaderData} />
      <div className="record">
        <div className="record-main">
          <section aria-labelledby="publicacoes" className="section">
            <h2 id="publicacoes">Publicações</h2>
            <StaffOrderLines lines={order.lines} totals={order} links={lineLinks} />
          </section>
          <StaffWithdrawals
            requests={loaderData.withdrawals}
            makeAnswerHref={(requestId) => paths.admin.orderWithdrawal(order.id, requestId)}
          />
          <StaffBoletos {...loaderData.boletos} />
          <OrderPayments
            payments={loaderData.payments}
            refunds={loaderData.refunds}
            waivers={loaderData.waivers}
            makePaymentHref={paths.admin.payment}
            makeReversalHref={paths.admin.refundReversal}
          />
          <ShipmentLinks shipments={loaderData.shipments} />
        </div>
        <aside className="record-aside" aria-label="Cliente e condições">
          <Client order={order} />
          <Terms {...loaderData} />
          <OrderInvoices
            {...loaderData.invoices}
            files={loaderData.files.filter(({ kind }) => kind === 'nfe')}
            recordHref={loaderData.canRecordInvoice ? paths.admin.orderInvoice(order.id) : null}
            addFileHref={loaderData.canRecordInvoice ? paths.admin.orderFiles(order.id, 'nfe') : null}
          />
          <ClientFiles data={loaderData} />
        </aside>
        <div className="record-log">
          <StaffOrderForm
            action={paths.admin.order(order.id)}
            getField={field.getField}
            seenDigest={field.seenDigest}
            lock_version={
              actionData?.conflict
                ? savedTexts.lock_version
                : (field.value('lock_version') ?? savedTexts.lock_version)
            }
            nfe={{ isEditable: loaderData.isNfeEditable, savedNfe: savedTexts.nfe }}
            errors={field}
            conflict={actionData?.conflict ?? null}
          />
          <HistoryList lines={loaderData.history} />
        </div>
      </div>
    </>
  )
}

type OrderTexts = { nfe: string | null; purchaseOrder: string | null; note: string | null }

function toFormTexts({ nfe, purchaseOrder, note }: OrderTexts) {
  return { nfe: nfe ?? '', purchase_order: purchaseOrder ?? '', note: note ?? '' }
}

const lineLinks = {
  publication: paths.admin.publication,
  signature: paths.admin.signature,
  shipment: (id: number) => paths.admin.shipment(id),
  photo: paths.photo,
}

/** Shows the files for the client, and the link that adds one. Only existing files are printed. */
function ClientFiles({ data: { order, files } }: { data: Loaded }) {
  const clientFiles = files.filter(({ kind }) => kind === 'file')
  return (
    <section aria-labelledby="arquivos" className={clientFiles.length > 0 ? 'section' : 'section no-print'}>
      <h2 id="arquivos">Arquivos</h2>
      <FileLinks files={clientFiles} />
      <p className="side-links no-print">
        <a href={paths.admin.orderFiles(order.id, 'file')}>Incluir arquivo para o cliente</a>
      </p>
    </section>
  )
}

function OrderNotices({ data }: { data: Loaded }) {
  const { order, photoRequest, money } = data
  return (
    <>
      {order.isRejected ? (
        <Notice tone="bad" title="PEDIDO REPROVADO">
          {order.reason}
        </Notice>
      ) : null}
      <PhotoRequestNotice request={photoRequest ?? null} />
      <MoneyOwed
        money={money}
        refundHref={money.refundable > 0 ? paths.admin.refund(order.id) : undefined}
        waiverHref={paths.admin.refundWaiver(order.id)}
      />
      <ActiveUnitsNotice {...data} statusHref={paths.admin.orderStatus(order.id)} />
    </>
  )
}
