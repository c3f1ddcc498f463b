import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { withdrawalAnswerSchema } from '#app/forms/staff-order.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listWhatEnds } from '#app/models/orders/staff-order.server.ts'
import { findWithdrawal, markWithdrawalHandled } from '#app/models/orders/withdrawal.server.ts'
import { paths } from '#app/paths.ts'
import { EndingUnits } from '#app/routes/admin/orders/ending-units.tsx'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { WithdrawalFacts } from '#app/routes/admin/orders/staff-withdrawals.tsx'
import { messages, specified } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ request }) => `Desistência ${withdrawalProtocol(request.id)}`,
}

/** One request with what ends when it is accepted; an address that names none leads to the order. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const asked = new URL(args.request.url).searchParams.get('request')
  if (asked === null) throw redirect(paths.admin.order(id))
  const request = await requestOf(id, asked)
  const ends = await listWhatEnds(
    id,
    request.lines.map((line) => line.id),
  )
  return { request, ends }
}

/** The company's answer to a withdrawal of this order; the first one counts, who comes later is told so. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const form = await readForm(args.request)
  const asked = form.get('request') ?? new URL(args.request.url).searchParams.get('request')
  const request = await requestOf(id, asked)
  const submission = parseWithZod(form, { schema: withdrawalAnswerSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  const isDone = await markWithdrawalHandled(request.id, submission.value.outcome, actor)
  const tone = isDone ? 'good' : 'warn'
  const text = isDone ? specified.saved : messages.withdrawalAnswered
  return redirectWithFlash(paths.admin.order(id), { tone, text })
}

/** The request of this order an address or a form names; another's is not found. */
async function requestOf(orderId: number, asked: unknown) {
  const request = await findWithdrawal(idFrom(asked) ?? notFound())
  return request?.orderId === orderId ? request : notFound()
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Withdrawal() {
  const { request } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  return (
    <div className="narrow">
      <PageHeading
        title={`Desistência ${withdrawalProtocol(request.id)}`}
        back={{ href: paths.admin.order(request.orderId), label: `Pedido nº ${request.orderId}` }}
      />
      {field.hasErrors ? <ErrorSummary messages={Object.values(field.errors).flat()} /> : null}
      <WithdrawalFacts request={request} />
      {request.handledAt ? <Notice tone="info">{messages.withdrawalAnswered}</Notice> : <Answer />}
    </div>
  )
}

/** What each answer does, and the two of them. */
function Answer() {
  const { request, ends } = useLoaderData<typeof loader>()
  const { id, orderId } = request
  return (
    <form method="post" action={paths.admin.orderWithdrawal(orderId, id)} className="stack" data-once="">
      <input type="hidden" name="request" value={id} />
      <EndingUnits {...ends} title="Se a desistência for aceita" until={null} />
      <p>
        A devolução do dinheiro é feita por fora da loja. Recusada, a publicação pode ser enviada outra vez.
      </p>
      <div className="actions">
        <Button variant="danger" name="outcome" value="accepted">
          Aceitar a desistência
        </Button>
        <Button name="outcome" value="refused">
          Recusar a desistência
        </Button>
        <LinkButton href={paths.admin.order(orderId)} variant="quiet">
          Voltar
        </LinkButton>
      </div>
    </form>
  )
}
