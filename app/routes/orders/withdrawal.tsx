import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { orderTransition } from '#app/domain/orders/order-status.ts'
import { withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { civilDateIn, daysBetween } from '#app/domain/platform/calendar.ts'
import { fieldText } from '#app/forms/field-text.ts'
import { optionalLines, optionalText } from '#app/forms/text-field.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { maxFields, notFound, readForm } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findWithdrawalChance, requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { paths } from '#app/paths.ts'
import {
  formatDeadline,
  formatTooLate,
  formatUnpaid,
  refundLabels,
} from '#app/text/orders/withdrawal-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, fieldId, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { Fieldset } from '#app/ui/forms/fieldset.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = { title: ({ orderId }) => `Desistir do pedido nº ${orderId}` }

const schema = z.object({
  lines: z.array(z.coerce.number().int().positive()).min(1, messages.nothingWithdrawn),
  reason: optionalLines(2_000),
  refund_to: optionalText(300),
})

export async function loader(args: LoaderFunctionArgs) {
  const { profileId } = await requireAccount(args, 'withdrawal')
  const orderId = idFrom(args.params.id) ?? notFound()
  const today = civilDateIn(new Date())
  const chance = (await findWithdrawalChance({ orderId, profileId }, today)) ?? notFound()
  return { orderId, chance, daysLeft: chance.lastDay === null ? null : daysBetween(today, chance.lastDay) }
}

export async function action(args: ActionFunctionArgs) {
  const { userId, profileId } = await requireAccount(args, 'withdrawal')
  const orderId = idFrom(args.params.id) ?? notFound()
  const today = civilDateIn(new Date())
  if (!(await findWithdrawalChance({ orderId, profileId }, today))) return notFound()
  const submission = parseWithZod(await readForm(args.request, maxFields.large), { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { lines: lineIds, reason, refund_to: refundTo } = submission.value
  const wish = { orderId, profileId, lineIds, reason: reason || null, refundTo: refundTo || null }
  const result = await requestWithdrawal(wish, { actorUserId: userId, source: 'customer' }, today)
  if (result === 'unknown-order') return notFound()
  // The page itself says why it is not possible any more.
  if (result === 'too-late') return seeOther(paths.withdrawal(orderId))
  if (result === 'no-lines')
    return data(submission.reply({ fieldErrors: { lines: [messages.nothingWithdrawn] } }), { status: 400 })
  const protocol = withdrawalProtocol(result.id)
  return redirectWithFlash(
    paths.order(orderId),
    result.isNew
      ? { tone: 'good', text: `Recebemos sua desistência, protocolo ${protocol}. O recibo vai por e-mail.` }
      : { tone: 'warn', text: `Você já desistiu dessas publicações: o protocolo é ${protocol}.` },
  )
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { lines: 'Publicações', reason: 'Motivo', refund_to: 'Conta para o reembolso' }

export default function Withdrawal() {
  const { orderId, chance } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const field = fieldText(result)
  return (
    <div className="narrow">
      <PageHeading
        title={`Desistir do pedido nº ${orderId}`}
        back={{ href: paths.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      {field.hasErrors ? <ErrorSummary errors={field.errors} labels={labels} /> : null}
      {chance.isPossible ? (
        <WithdrawalForm field={field} sent={result?.initialValue?.lines} />
      ) : (
        <Impossible orderId={orderId} chance={chance} />
      )}
    </div>
  )
}

type FormProps = { field: ReturnType<typeof fieldText>; sent: unknown }

function WithdrawalForm({ field, sent }: FormProps) {
  const { orderId, chance, daysLeft } = useLoaderData<typeof loader>()
  return (
    <PostForm action={paths.withdrawal(orderId)} noValidate className="stack" data-once="">
      <p>{formatDeadline(chance.lastDay, daysLeft)}</p>
      <p>
        O recibo com o protocolo vai por e-mail, e vamos escrever para combinar a devolução. Se algo já foi
        enviado, nós pagamos o frete de volta. {refundLabels}
      </p>
      {chance.given.length === 0 ? <p>O pedido todo custou {formatReais(chance.total)}.</p> : null}
      <LineBoxes lines={chance.lines} isKept={field.hasErrors} sent={sent} errors={field.errors.lines} />
      <TextAreaField
        label="Motivo"
        hint="Você não precisa dizer o motivo, mas ele nos ajuda."
        rows={4}
        optional
        {...field.of('reason')}
      />
      <TextField
        label="Conta para o reembolso"
        hint="Chave Pix, ou banco, agência e conta, em seu nome. Sem ela, perguntamos por e-mail."
        autoComplete="off"
        optional
        {...field.of('refund_to')}
      />
      <div className="actions">
        <Button variant="main">Desistir da compra</Button>
        <LinkButton href={paths.order(orderId)}>Manter o pedido</LinkButton>
      </div>
    </PostForm>
  )
}

type LineBoxesProps = {
  lines: Loaded['chance']['lines']
  /** a form came back: the boxes stay as they were sent */
  isKept: boolean
  sent: unknown
  errors: string[] | undefined
}

function LineBoxes({ lines, isKept, sent, errors }: LineBoxesProps) {
  const ticked = [sent].flat().map(String)
  return (
    <Fieldset
      id={fieldId('lines')}
      legend="O que você devolve"
      hint="Desmarque o que quer manter."
      errors={errors}
    >
      {lines.map((line) => (
        <CheckboxField
          key={line.id}
          id={`${fieldId('lines')}-${line.id}`}
          name="lines"
          value={line.id}
          label={`${line.name}, versão ${line.version}${line.registration ? `, ${line.registration}` : ''}: ${formatReais(line.value)}`}
          defaultChecked={!isKept || ticked.includes(String(line.id))}
        />
      ))}
    </Fieldset>
  )
}

function Impossible({ orderId, chance }: { orderId: number; chance: Loaded['chance'] }) {
  const protocols = chance.requests.map(({ id }) => withdrawalProtocol(id))
  if (chance.lines.length === 0 && protocols.length > 0)
    return <Notice tone="info">{`${formatTooLate(chance)} Protocolo: ${protocols.join(', ')}.`}</Notice>
  if (orderTransition(chance.status, 'given-up') && !chance.isInTransitOrDelivered) {
    return (
      <>
        <Notice tone="info">{formatUnpaid(chance)} Basta cancelar o pedido.</Notice>
        <p>
          <a href={paths.cancellation(orderId)}>Cancelar pedido</a>
        </p>
      </>
    )
  }
  return (
    <>
      <Notice tone="info">{formatTooLate(chance)}</Notice>
      <p>
        Se algo deu errado com o pedido, <a href={paths.contact()}>fale conosco</a>.
      </p>
    </>
  )
}
