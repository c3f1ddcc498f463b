import { useLoaderData } from '@remix-run/react'
import { deleteOrderFile } from '#app/http/backoffice/order-files.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findOrderFile, isFileLocked } from '#app/models/orders/order-file.server.ts'
import { paths } from '#app/paths.ts'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { defineQuestion, noFields, toStaffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage } from '#app/routes/question/question.tsx'
import { messages, specTexts } from '#app/text/platform/messages.ts'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle = { title: 'Remover arquivo', section: 'orders', help: 'notas-fiscais' }

/** Removes a file from an order, on a page that requires a confirmation. */
const question = defineQuestion({
  guard: requireStaff,
  find: async ({ params }) => {
    const order = await loadStaffOrder(params.id)
    return { order, file: (await findOrderFile(order.id, parseId(params.file) ?? 0)) ?? notFound() }
  },
  show: ({ order, file: { id, name, kind } }) => ({
    orderId: order.id,
    file: { id, name },
    isLocked: isFileLocked(kind, order.status),
  }),
  schema: () => noFields,
  execute: ({ record: { order, file }, viewer }) => deleteOrderFile(order.id, file.id, toStaffActor(viewer)),
  outcome: (isDeleted, { record: { order, file } }) =>
    redirectWithFlash(
      paths.admin.order(order.id),
      isDeleted
        ? { tone: 'good', text: `Arquivo ${file.name} removido.` }
        : { tone: 'warn', text: specTexts.orderNotUpdated },
    ),
})
export const loader = question.loader
export const action = question.action

export default function FileRemoval() {
  const { orderId, file, isLocked } = useLoaderData<typeof loader>()
  return (
    <QuestionPage
      title="Remover arquivo"
      back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      alternative={isLocked ? <Notice tone="info">{messages.nfeLocked}</Notice> : null}
      action={paths.admin.orderFileRemoval(orderId, file.id)}
      button="Remover arquivo"
      variant="danger"
      cancelLabel="Manter o arquivo"
    >
      <p>O arquivo {file.name} sai do pedido, e o cliente não o encontra mais.</p>
    </QuestionPage>
  )
}
