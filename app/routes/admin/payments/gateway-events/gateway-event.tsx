import { useLoaderData } from '@remix-run/react'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { eventSchema } from '#app/forms/payment.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { closeWaitingEvent, findWaitingEvent } from '#app/models/payments/gateway/waiting-event.server.ts'
import { paths } from '#app/paths.ts'
import { toWaitingEventRow } from '#app/routes/admin/payments/waiting-events.tsx'
import { defineQuestion, toStaffActor } from '#app/routes/question/question.server.ts'
import { useQuestionFields } from '#app/routes/question/question.tsx'
import { getEventAdvice } from '#app/text/payments/gateway-event-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { CheckboxField, TextAreaField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ name }) => `Aviso ${gatewayLabels.of}: ${name}`,
  section: 'payments',
  help: 'recebimentos',
}

/** Closes an event after a check by staff. The first decision counts. */
const question = defineQuestion({
  guard: requireStaff,
  find: ({ params }) => parseId(params.id) ?? notFound(),
  show: async (id) => {
    const event = (await findWaitingEvent(id)) ?? notFound()
    const { attention, name, happenedAt, others: alikeCount, note, resolvedAt, resolvedBy } = event
    return {
      ...toWaitingEventRow(event),
      code: name,
      happenedAt: happenedAt && formatGatewayTime(happenedAt),
      alikeCount,
      advice: attention === null ? '' : getEventAdvice(name, attention),
      closed: resolvedAt && {
        closedText: formatDateTime(resolvedAt),
        by: resolvedBy ?? '-',
        note: note ?? '-',
      },
    }
  },
  schema: () => eventSchema,
  execute: ({ record: id, values, viewer }) => closeWaitingEvent(id, values, toStaffActor(viewer)),
  outcome: (result) =>
    result === 'unknown' ? notFound() : redirectWithFlash(paths.admin.payments(), flashes[result]),
})
export const loader = question.loader
export const action = question.action

const flashes = {
  resolved: { tone: 'good', text: 'Aviso encerrado.' },
  already: { tone: 'warn', text: 'Este aviso já estava encerrado.' },
} as const

const dayAndMinutePattern = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/

/** Formats the gateway's '2026-11-21 16:45:03', which is already Brasília time. */
function formatGatewayTime(text: string): string {
  const [, day = '', time = ''] = dayAndMinutePattern.exec(text) ?? []
  return isCivilDate(day) ? `${formatDate(day)} ${time}` : text
}

type Loaded = Awaited<ReturnType<typeof loader>>

const labels = { note: 'Motivo' }

export default function GatewayEvent() {
  const { id, name, advice, closed, alikeCount } = useLoaderData<typeof loader>()
  const field = useQuestionFields()
  return (
    <div className="narrow">
      <PageHeading title={`Aviso: ${name}`} back={{ href: paths.admin.payments(), label: 'Recebimentos' }}>
        {closed ? <StatusTag>Encerrado</StatusTag> : <StatusTag tone="warn">Espera por você</StatusTag>}
      </PageHeading>
      {field.hasErrors ? (
        <ErrorSummary errors={field.errors} messages={field.formErrors} labels={labels} />
      ) : null}
      {closed ? null : (
        <Notice tone="warn">
          <p>{advice}</p>
        </Notice>
      )}
      <EventDetails />
      {closed ? null : (
        <PostForm action={paths.admin.gatewayEvent(id)} className="stack section" noValidate data-once="">
          <h2>Encerrar</h2>
          <TextAreaField label={labels.note} hint="O que foi visto ou feito." {...field.getField('note')} />
          {alikeCount > 0 ? (
            <CheckboxField
              label={
                alikeCount === 1
                  ? 'Encerrar também o outro aviso igual que espera'
                  : `Encerrar também os outros ${alikeCount} avisos iguais que esperam`
              }
              name="alike"
              value="on"
              defaultChecked={field.value('alike') === 'on'}
            />
          ) : null}
          <Button>Encerrar o aviso</Button>
        </PostForm>
      )}
    </div>
  )
}

function EventDetails() {
  const { orderId, externalId, code, receivedAt, happenedAt, reason, closed } = useLoaderData<typeof loader>()
  const orderLink = orderId === null ? '-' : <a href={paths.admin.order(orderId)}>{`nº ${orderId}`}</a>
  return (
    <SummaryList
      rows={[
        { key: 'Por que espera', value: reason },
        { key: 'Pedido', value: orderLink },
        { key: 'Cobrança', value: <span className="code">{externalId ?? '-'}</span> },
        { key: `Nome na ${gatewayLabels.name}`, value: <span className="code">{code}</span> },
        { key: 'Aconteceu em', value: happenedAt ?? '-' },
        { key: 'Chegou em', value: receivedAt },
        ...(closed
          ? [
              { key: 'Encerrado', value: `${closed.closedText}, ${closed.by}` },
              { key: labels.note, value: closed.note },
            ]
          : []),
      ]}
    />
  )
}
