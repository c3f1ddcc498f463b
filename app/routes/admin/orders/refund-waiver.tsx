import { randomBytes } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldText } from '#app/forms/field-text.ts'
import { refundWaiverSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { waiveRefund } from '#app/models/payments/refund-waiver.server.ts'
import { paths } from '#app/paths.ts'
import { staffOrderFrom } from '#app/routes/admin/orders/staff-order.server.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ id }) => `Nada a devolver no pedido nº ${id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const money = (await findMoneyBack(id)) ?? notFound()
  return { id, left: money.left, token: randomBytes(16).toString('hex') }
}

/** Closes what an order owes without paying it out, with the reason (D152). */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireProvedStaff(args)
  const { id } = await staffOrderFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: refundWaiverSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const actor = { actorUserId: userId, source: 'staff' }
  const result = await waiveRefund({ orderId: id, ...submission.value }, actor)
  if (result === 'unknown-order') return notFound()
  return redirectWithFlash(paths.admin.order(id), flashes[result])
}

const flashes = {
  waived: { tone: 'good', text: 'Encerrado: nada a devolver.' },
  'nothing-owed': { tone: 'warn', text: 'Não havia valor a devolver.' },
  outdated: { tone: 'warn', text: 'O valor a devolver mudou, e nada foi encerrado. Confira.' },
} as const

type Loaded = Awaited<ReturnType<typeof loader>>

export default function RefundWaiver() {
  const { id, left, token } = useLoaderData<typeof loader>()
  const field = fieldText(useActionData<typeof action>())
  const back = paths.admin.order(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Nada a devolver no pedido nº ${id}`}
        back={{ href: back, label: `Pedido nº ${id}` }}
      />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={{ reason: 'Motivo' }} />
      ) : null}
      {left === 0 ? (
        <Notice tone="info">Este pedido não tem valor a devolver.</Notice>
      ) : (
        <form method="post" action={paths.admin.refundWaiver(id)} noValidate className="stack" data-once="">
          <p>
            {`O pedido sai de Hoje sem que ${formatReais(left)} sejam devolvidos. Use só quando o dinheiro não entrou ou o cliente recebeu de outra forma, como crédito ou troca.`}
          </p>
          <input type="hidden" name="token" value={field.value('token') ?? token} />
          <input type="hidden" name="seen" value={field.value('seen') ?? left} />
          <TextAreaField label="Motivo" rows={3} required {...field.of('reason')} />
          <div className="actions">
            <Button variant="danger">Encerrar sem devolver</Button>
            <LinkButton href={back}>Voltar</LinkButton>
          </div>
        </form>
      )}
    </div>
  )
}
