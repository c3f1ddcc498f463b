import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { findOrderTransition } from '#app/domain/orders/order-status.ts'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { countDaysBetween, toCivilDate } from '#app/domain/platform/calendar.ts'
import { optionalLines, optionalText } from '#app/forms/text-field.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireAccount } from '#app/http/session.server.ts'
import { findWithdrawalChance, requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { paths } from '#app/paths.ts'
import { defineQuestion } from '#app/routes/question/question.server.ts'
import { QuestionPage, useQuestionFields } from '#app/routes/question/question.tsx'
import {
  formatDeadline,
  formatUnpaidWithdrawal,
  formatWithdrawalTooLate,
  formatWithdrawnCopy,
  refundText,
} from '#app/text/orders/withdrawal-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { CheckboxField, makeFieldId, TextAreaField, TextField } from '#app/ui/forms/field.tsx'
import { Fieldset } from '#app/ui/forms/fieldset.tsx'
import { Notice } from '#app/ui/notice.tsx'

export const handle: PageHandle<Loaded> = { title: ({ orderId }) => `Desistir do pedido nº ${orderId}` }

const withdrawalSchema = z.object({
  lines: z.array(z.coerce.number().int().positive()).min(1, messages.nothingWithdrawn),
  reason: optionalLines(2_000),
  refund_to: optionalText(300),
})

const question = defineQuestion({
  guard: (args) => requireAccount(args, 'withdrawal'),
  find: async ({ params }, { profileId }) => {
    const orderId = parseId(params.id) ?? notFound()
    const today = toCivilDate(new Date())
    return {
      orderId,
      today,
      withdrawal: (await findWithdrawalChance({ orderId, profileId }, today)) ?? notFound(),
    }
  },
  show: ({ orderId, today, withdrawal }) => {
    const { lastDay } = withdrawal
    return { orderId, withdrawal, daysLeft: lastDay === null ? null : countDaysBetween(today, lastDay) }
  },
  schema: () => withdrawalSchema,
  isLarge: true,
  execute: ({ record: { orderId, today }, values, viewer: { userId, profileId } }) => {
    const { lines: lineIds, reason, refund_to: refundTo } = values
    const request = { orderId, profileId, lineIds, reason: reason || null, refundTo: refundTo || null }
    return requestWithdrawal(request, { actorUserId: userId, source: 'customer' }, today)
  },
  outcome: (result, { record: { orderId } }) => {
    if (result === 'unknown-order') return notFound()
    // The page explains why a withdrawal is no longer possible.
    if (result === 'too-late') return seeOther(paths.withdrawal(orderId))
    if (result === 'no-lines') return { fieldErrors: { lines: [messages.nothingWithdrawn] } }
    const protocol = formatWithdrawalProtocol(result.id)
    return redirectWithFlash(
      paths.order(orderId),
      result.isNew
        ? { tone: 'good', text: `Recebemos sua desistência, protocolo ${protocol}. O recibo vai por e-mail.` }
        : { tone: 'warn', text: `Você já desistiu dessas publicações: o protocolo é ${protocol}.` },
    )
  },
})
export const loader = question.loader
export const action = question.action

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { lines: 'Publicações', reason: 'Motivo', refund_to: 'Conta para o reembolso' }

export default function Withdrawal() {
  const { orderId, withdrawal, daysLeft } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  const sentLines = useActionData<typeof action>()?.initialValue?.lines
  return (
    <QuestionPage
      title={`Desistir do pedido nº ${orderId}`}
      back={{ href: paths.order(orderId), label: `Pedido nº ${orderId}` }}
      field={field}
      labels={labels}
      alternative={
        withdrawal.isPossible ? null : <ImpossibleNotice orderId={orderId} withdrawal={withdrawal} />
      }
      action={paths.withdrawal(orderId)}
      button="Desistir da compra"
      cancelLabel="Manter o pedido"
    >
      <p>{formatDeadline(withdrawal.lastDay, daysLeft)}</p>
      <p>
        O recibo com o protocolo vai por e-mail, e vamos escrever para combinar a devolução. Se algo já foi
        enviado, nós pagamos o frete de volta. {refundText}
      </p>
      {withdrawal.given.length === 0 ? <p>O pedido todo custou {formatReais(withdrawal.total)}.</p> : null}
      <LineCheckboxes
        lines={withdrawal.lines}
        showsSentLines={field.hasErrors}
        sentLines={sentLines}
        errors={field.errors.lines}
      />
      <TextAreaField
        label="Motivo"
        hint="Você não precisa dizer o motivo, mas ele nos ajuda."
        rows={4}
        optional
        {...field.getField('reason')}
      />
      <TextField
        label="Conta para o reembolso"
        hint="Chave Pix, ou banco, agência e conta, em seu nome. Sem ela, vamos perguntar por e-mail."
        autoComplete="off"
        optional
        {...field.getField('refund_to')}
      />
    </QuestionPage>
  )
}

type LineCheckboxesProps = {
  lines: Loaded['withdrawal']['lines']
  /** true after an error, when the boxes stay as they were sent */
  showsSentLines: boolean
  sentLines: unknown
  errors: string[] | undefined
}

function LineCheckboxes({ lines, showsSentLines, sentLines, errors }: LineCheckboxesProps) {
  const tickedIds = [sentLines].flat().map(String)
  return (
    <Fieldset
      id={makeFieldId('lines')}
      legend="Do que você quer desistir"
      hint="Desmarque o que quer manter."
      errors={errors}
    >
      {lines.map((line) => (
        <CheckboxField
          key={line.id}
          id={`${makeFieldId('lines')}-${line.id}`}
          name="lines"
          value={line.id}
          label={formatWithdrawnCopy(line)}
          defaultChecked={!showsSentLines || tickedIds.includes(String(line.id))}
        />
      ))}
    </Fieldset>
  )
}

function ImpossibleNotice({ orderId, withdrawal }: { orderId: number; withdrawal: Loaded['withdrawal'] }) {
  const protocols = withdrawal.requests.map(({ id }) => formatWithdrawalProtocol(id))
  if (withdrawal.lines.length === 0 && protocols.length > 0)
    return (
      <Notice tone="info">{`${formatWithdrawalTooLate(withdrawal)} Protocolo: ${protocols.join(', ')}.`}</Notice>
    )
  if (findOrderTransition(withdrawal.status, 'given-up') && !withdrawal.isInTransitOrDelivered) {
    return (
      <>
        <Notice tone="info">{formatUnpaidWithdrawal(withdrawal)} Basta cancelar o pedido.</Notice>
        <p>
          <a href={paths.cancellation(orderId)}>Cancelar pedido</a>
        </p>
      </>
    )
  }
  return (
    <>
      <Notice tone="info">{formatWithdrawalTooLate(withdrawal)}</Notice>
      <p>
        Se algo deu errado com o pedido, <a href={paths.contact()}>fale conosco</a>.
      </p>
    </>
  )
}
