import { randomBytes } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { endToEndIdOf, pixRefundDays } from '#app/domain/payments/pix-refund.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { pixRefundSchema } from '#app/forms/payment.ts'
import { requireProvedStaff } from '#app/http/accounts/proof.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { findRefundChanceOfPayment } from '#app/models/payments/money-back.server.ts'
import { findPayment } from '#app/models/payments/payment-list.server.ts'
import {
  askPixRefund,
  listPixRefunds,
  type PixRefundAnswer,
} from '#app/models/payments/pix/pix-refund.server.ts'
import { paths } from '#app/paths.ts'
import { PixRefundTable } from '#app/routes/admin/payments/pix-refund-table.tsx'
import { formatAmount, formatReais } from '#app/text/platform/format.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { RefundTable } from '#app/ui/payments/refunds.tsx'

export const handle: PageHandle<Loaded> = { title: ({ id }) => `Devolver o Pix do recebimento nº ${id}` }

export async function loader(args: LoaderFunctionArgs) {
  await requireProvedStaff(args)
  const payment = await pixPaymentFrom(args.params.id)
  const { id, value, refunds } = payment
  const { suggested, left } = await findRefundChanceOfPayment(payment)
  const token = randomBytes(16).toString('hex')
  const saved = { value: suggested > 0 ? formatAmount(suggested) : '' }
  return { id, value, refunds, asked: await listPixRefunds(id), token, left, saved }
}

/** Asks the bank to give a Pix back, whole or in part (D137); what it answers stands at the payment. */
export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireProvedStaff(args)
  const { id } = await pixPaymentFrom(args.params.id)
  const submission = parseWithZod(await readForm(args.request), { schema: pixRefundSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { note, ...typed } = submission.value
  const answer = await askPixRefund(
    { ...typed, paymentId: id, note: note === '' ? null : note },
    { actorUserId: userId, source: 'staff' },
    civilDateIn(new Date()),
  )
  if (answer === 'unknown') return notFound()
  const fault = faults[answer]
  if (fault) return data(submission.reply({ fieldErrors: { value: [fault] } }), { status: 400 })
  return redirectWithFlash(paths.admin.payment(id), {
    tone: 'good',
    text: 'Devolução pedida ao banco. A resposta aparece aqui.',
  })
}

const faults: Partial<Record<PixRefundAnswer, string>> = {
  'too-much': 'O valor é maior do que o que resta a devolver',
  'nothing-came-in': 'Não há dinheiro recebido a devolver',
  'too-late': `O banco só devolve um Pix até ${pixRefundDays} dias depois de recebido`,
  'not-pix': 'Este recebimento não veio pelo Pix do banco',
}

async function pixPaymentFrom(param: string | undefined) {
  const payment = (await findPayment(idFrom(param) ?? notFound())) ?? notFound()
  return endToEndIdOf(payment.eventKey) === null ? notFound() : payment
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { value: 'Valor', note: 'Nota' }

export default function PixRefund() {
  const { id, value, refunds, asked, token, left, saved } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const field = fieldText(reply, saved)
  const back = paths.admin.payment(id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Devolver o Pix do recebimento nº ${id}`}
        lead={`Valor recebido: ${formatReais(value)}. Resta a devolver no máximo ${formatReais(left)}. O banco devolve à conta de quem pagou.`}
        back={{ href: back, label: `Recebimento nº ${id}` }}
      />
      {refunds.length > 0 ? <RefundTable refunds={refunds} reversal={paths.admin.refundReversal} /> : null}
      <PixRefundTable refunds={asked} />
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      <form method="post" action={paths.admin.pixRefund(id)} noValidate className="stack" data-once="">
        <input type="hidden" name="token" value={field.value('token') ?? token} />
        <TextField
          label={labels.value}
          inputMode="decimal"
          prefix="R$"
          width="half"
          required
          {...field.of('value')}
        />
        <TextAreaField label={labels.note} optional {...field.of('note')} />
        <div className="actions">
          <Button variant="main">Devolver pelo Pix</Button>
          <LinkButton href={back}>Voltar</LinkButton>
        </div>
      </form>
    </div>
  )
}
