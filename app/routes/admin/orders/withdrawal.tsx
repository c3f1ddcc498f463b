import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatWithdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { withdrawalAnswerSchema } from '#app/forms/staff-order.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { notFound, readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listEndingUnits } from '#app/models/orders/staff-order.server.ts'
import { findWithdrawal, findWithdrawalChance } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal, correctWithdrawalAnswer } from '#app/models/orders/withdrawal-answer.server.ts'
import { findMoneyBack } from '#app/models/payments/money-back.server.ts'
import { paths } from '#app/paths.ts'
import { EndingUnits } from '#app/routes/admin/orders/ending-units.tsx'
import { loadStaffOrder } from '#app/routes/admin/orders/staff-order.server.ts'
import { WithdrawalDetails } from '#app/routes/admin/orders/staff-withdrawals.tsx'
import { formatLegalTerm } from '#app/text/orders/withdrawal-labels.ts'
import { formatMoneyBack } from '#app/text/payments/refund-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { messages } from '#app/text/platform/messages.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextAreaField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle<Loaded> = {
  title: ({ request }) => `Desistência ${formatWithdrawalProtocol(request.id)}`,
  section: 'orders',
  help: 'devolucoes',
}

/** Loads a request and the units that end with it. Redirects to the order if the address names no request. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { id, profileId } = await loadStaffOrder(args.params.id)
  const requestId = new URL(args.request.url).searchParams.get('request')
  if (requestId === null) throw redirect(paths.admin.order(id))
  const request = await requireRequest(id, requestId)
  const lineIds = request.lines.map((line) => line.id)
  const [endings, withdrawalChance, money] = await Promise.all([
    listEndingUnits(id, lineIds),
    findWithdrawalChance({ orderId: id, profileId }, toCivilDate(new Date())),
    findMoneyBack(id, { assumedAcceptedId: request.id }),
  ])
  return { request, endings, lastDay: withdrawalChance?.lastDay ?? null, money: money ?? notFound() }
}

/** Answers a withdrawal, or corrects the answer. A second answer is rejected with a message. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const { id } = await loadStaffOrder(args.params.id)
  const form = await readForm(args.request)
  const requestId = form.get('request') ?? new URL(args.request.url).searchParams.get('request')
  const request = await requireRequest(id, requestId)
  const submission = parseWithZod(form, { schema: withdrawalAnswerSchema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
  const { value } = submission
  const actor = { actorUserId: viewer.userId, source: 'staff' }
  if (value.outcome === 'corrected') {
    const { reason, seen } = value
    const result = await correctWithdrawalAnswer(request.id, { reason, seenAnswerId: seen }, actor)
    return redirectWithFlash(paths.admin.order(id), flashes[result])
  }
  const isSaved = await answerWithdrawal(request.id, value, actor)
  return redirectWithFlash(paths.admin.order(id), flashes[isSaved ? 'answered' : 'outdated'])
}

const answeredFlash = { tone: 'good', text: 'Resposta registrada. O cliente recebe um e-mail.' } as const
const flashes = {
  answered: answeredFlash,
  corrected: answeredFlash,
  outdated: { tone: 'warn', text: messages.withdrawalAnswered },
  'asked-again': { tone: 'warn', text: messages.withdrawalAskedAgain },
} as const

/** Returns a withdrawal request. Throws 404 if it is unknown or belongs to another order. */
async function requireRequest(orderId: number, requestId: unknown) {
  const request = await findWithdrawal(parseId(requestId) ?? notFound())
  return request?.orderId === orderId ? request : notFound()
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Withdrawal() {
  const { request } = useLoaderData<typeof loader>()
  const field = makeFieldTextReader(useActionData<typeof action>())
  const { id, orderId } = request
  const answerHref = paths.admin.orderWithdrawal(orderId, id)
  return (
    <div className="narrow">
      <PageHeading
        title={`Desistência ${formatWithdrawalProtocol(id)}`}
        back={{ href: paths.admin.order(orderId), label: `Pedido nº ${orderId}` }}
      />
      {field.hasErrors ? (
        <ErrorSummary
          errors={{ reason: field.errors.reason }}
          messages={[...field.formErrors, ...(field.errors.outcome ?? [])]}
          labels={{ reason: 'Motivo' }}
        />
      ) : null}
      <WithdrawalDetails request={request} />
      {request.handledAt ? (
        <CorrectionForm action={answerHref} field={field} />
      ) : (
        <>
          <AcceptanceForm action={answerHref} />
          <RefusalForm action={answerHref} field={field} />
        </>
      )}
    </div>
  )
}

type FormProps = { action: string; field: ReturnType<typeof makeFieldTextReader> }

function AcceptanceForm({ action }: Pick<FormProps, 'action'>) {
  const { request, endings, money } = useLoaderData<typeof loader>()
  return (
    <PostForm action={action} className="stack" data-once="">
      <input type="hidden" name="request" value={request.id} />
      <EndingUnits {...endings} title="Se a desistência for aceita" suspensionEnd={null} />
      <p>
        {`A devolver ao cliente: `}
        <strong>{formatReais(money.owed)}</strong>
        {` (${formatMoneyBack(money)}). Fica em Hoje até o reembolso ser registrado.`}
      </p>
      <div className="actions">
        <Button variant="main" name="outcome" value="accepted">
          Aceitar a desistência
        </Button>
        <LinkButton href={paths.admin.order(request.orderId)} variant="quiet">
          Voltar
        </LinkButton>
      </div>
    </PostForm>
  )
}

function RefusalForm({ action, field }: FormProps) {
  const { request, lastDay } = useLoaderData<typeof loader>()
  return (
    <PostForm action={action} noValidate className="stack section" data-once="">
      <h2>Recusar</h2>
      <input type="hidden" name="request" value={request.id} />
      <Notice tone="warn" isSilent>
        {formatLegalTerm(lastDay)}
      </Notice>
      <TextAreaField
        label="Motivo"
        hint="O cliente lê o motivo no e-mail e na página do pedido. No prazo, pode pedir outra vez."
        rows={4}
        isRequired
        {...field.getField('reason')}
      />
      <div className="actions">
        <Button variant="danger" name="outcome" value="refused">
          Recusar a desistência
        </Button>
      </div>
    </PostForm>
  )
}

/** Reverses the answer, with a reason that the buyer sees. */
function CorrectionForm({ action, field }: FormProps) {
  const { request, endings, money } = useLoaderData<typeof loader>()
  const isRefused = request.outcome === 'refused'
  const refundedText =
    money.returned > 0 ? ` Já reembolsado ou encerrado neste pedido: ${formatReais(money.returned)}.` : ''
  return (
    <PostForm action={action} noValidate className="stack section" data-once="">
      <h2>Corrigir a resposta</h2>
      <input type="hidden" name="request" value={request.id} />
      <input type="hidden" name="seen" value={request.answers.at(-1)?.id ?? 0} />
      {isRefused ? (
        <EndingUnits {...endings} title="Se a desistência for aceita" suspensionEnd={null} />
      ) : null}
      <p>
        {isRefused
          ? 'A desistência passa a aceita, e o valor a devolver fica em Hoje.'
          : `A desistência passa a recusada, e as publicações voltam ao cliente.${refundedText}`}
      </p>
      <TextAreaField
        label="Motivo"
        hint="O cliente recebe a correção e o motivo por e-mail."
        rows={4}
        isRequired
        {...field.getField('reason')}
      />
      <div className="actions">
        <Button variant="danger" name="outcome" value="corrected">
          {isRefused ? 'Corrigir para aceita' : 'Corrigir para recusada'}
        </Button>
        <LinkButton href={paths.admin.order(request.orderId)} variant="quiet">
          Voltar
        </LinkButton>
      </div>
    </PostForm>
  )
}
