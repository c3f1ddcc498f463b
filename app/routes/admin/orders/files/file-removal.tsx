import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
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
import { messages, specified } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Remover arquivo' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const order = await staffOrderFrom(args.params.id)
  const file = (await findOrderFile(order.id, idFrom(args.params.file) ?? 0)) ?? notFound()
  const { id, name, kind } = file
  return { orderId: order.id, file: { id, name }, isLocked: isLocked(kind, order.status) }
}

/** Takes a file from an order, after a question. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const order = await staffOrderFrom(args.params.id)
  const fileId = idFrom(args.params.file) ?? notFound()
  const file = (await findOrderFile(order.id, fileId)) ?? notFound()
  const isGone = await dropOrderFile(order.id, fileId, { actorUserId: viewer.userId, source: 'staff' })
  const tone = isGone ? 'good' : 'warn'
  const text = isGone ? `Arquivo ${file.name} removido.` : specified.orderNotUpdated
  return redirectWithFlash(paths.admin.order(order.id), { tone, text })
}

export default function FileRemoval() {
  const { orderId, file, isLocked } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHeading
        title="Remover arquivo"
        back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      {isLocked ? (
        <Notice tone="info">{messages.nfeLocked}</Notice>
      ) : (
        <form
          method="post"
          action={paths.admin.orderFileRemoval(orderId, file.id)}
          className="stack"
          data-once=""
        >
          <p>O arquivo {file.name} sai do pedido, e o cliente não o encontra mais.</p>
          <div className="actions">
            <Button variant="danger">Remover arquivo</Button>
            <LinkButton href={paths.admin.order(orderId)}>Manter o arquivo</LinkButton>
          </div>
        </form>
      )}
    </div>
  )
}
