import { useLoaderData } from '@remix-run/react'
import { dropOrderFile } from '#app/http/backoffice/order-files.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findOrderFile, isLocked } from '#app/models/orders/order-file.server.ts'
import { paths } from '#app/paths.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { noFields, question, staffActor } from '#app/routes/question/question.server.ts'
import { QuestionPage } from '#app/routes/question/question.tsx'
import { messages, specified } from '#app/text/platform/messages.ts'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle = { title: 'Remover arquivo', section: 'orders', help: 'notas-fiscais' }

/** Removes a file from an order, on a page that requires a confirmation. */
const act = question({
  guard: requireStaff,
  find: async ({ params }) => {
    const order = await staffOrderFrom(params.id)
    return { order, file: (await findOrderFile(order.id, idFrom(params.file) ?? 0)) ?? notFound() }
  },
  show: ({ order, file: { id, name, kind } }) => ({
    orderId: order.id,
    file: { id, name },
    isLocked: isLocked(kind, order.status),
  }),
  schema: () => noFields,
  verb: ({ found: { order, file }, asker }) => dropOrderFile(order.id, file.id, staffActor(asker)),
  outcome: (isGone, { found: { order, file } }) =>
    redirectWithFlash(
      paths.admin.order(order.id),
      isGone
        ? { tone: 'good', text: `Arquivo ${file.name} removido.` }
        : { tone: 'warn', text: specified.orderNotUpdated },
    ),
})
export const loader = act.loader
export const action = act.action

export default function FileRemoval() {
  const { orderId, file, isLocked } = useLoaderData<typeof loader>()
  return (
    <QuestionPage
      title="Remover arquivo"
      back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      instead={isLocked ? <Notice tone="info">{messages.nfeLocked}</Notice> : null}
      action={paths.admin.orderFileRemoval(orderId, file.id)}
      button="Remover arquivo"
      variant="danger"
      stay="Manter o arquivo"
    >
      <p>O arquivo {file.name} sai do pedido, e o cliente não o encontra mais.</p>
    </QuestionPage>
  )
}
