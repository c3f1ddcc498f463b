import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LinkButton } from '#app/components/button.tsx'
import { CopyLine } from '#app/components/copy-line.tsx'
import { Notice } from '#app/components/notice.tsx'
import { PageHeading } from '#app/components/page-heading.tsx'
import { Progress } from '#app/components/progress.tsx'
import { SummaryList } from '#app/components/summary-list.tsx'
import { formatLine } from '#app/domain/boleto.ts'
import { civilDateIn } from '#app/domain/calendar.ts'
import { paymentState } from '#app/domain/payment.ts'
import { findOrderForPayment } from '#app/models/order.server.ts'
import { isRefused } from '#app/models/outbox.server.ts'
import { formatDate, formatReais } from '#app/text/format.ts'
import { specified } from '#app/text/messages.ts'
import { statusForCustomer } from '#app/text/order-words.ts'
import { idFrom } from '#app/web/list-params.ts'
import type { PageHandle } from '#app/web/page.ts'
import { paths } from '#app/web/paths.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireViewer } from '#app/web/session.server.ts'

const REFRESH_SECONDS = 3

export const handle: PageHandle<Loaded> = {
  title: ({ order }) => `Pagamento do pedido nº ${order.id}`,
  refreshAfter: ({ isWaiting }) => (isWaiting ? REFRESH_SECONDS : undefined),
}

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args)
  const id = idFrom(args.params.order) ?? notFound()
  const order = (await findOrderForPayment(id, viewer.profileId)) ?? notFound()
  const missing = order.line === null ? 'issue-boleto' : order.slip_file === null ? 'render-slip' : undefined
  const refused = missing !== undefined && (await isRefused(missing, String(id)))
  const state = paymentState({ status: order.status, hasSlip: order.line !== null, isRefused: refused })
  const isFileRefused = state === 'ready' && refused
  const isWaiting = !refused && (state === 'generating' || (state === 'ready' && missing !== undefined))
  const isOverdue = state === 'ready' && order.due_date !== null && order.due_date < civilDateIn(new Date())
  return { order, state, isWaiting, isFileRefused, isOverdue }
}

type Loaded = Awaited<ReturnType<typeof loader>>

export default function Payment() {
  const { order, state, isWaiting, isFileRefused, isOverdue } = useLoaderData<typeof loader>()
  return (
    <div id="pagamento" data-region="" data-poll={isWaiting ? '' : undefined} className="stack-l">
      <PageHeading
        title={`Pedido nº ${order.id}`}
        lead={isOverdue ? 'O boleto deste pedido venceu.' : leads[state]}
      />
      {state === 'generating' ? <Progress text="Seu boleto está sendo gerado…" /> : null}
      {isOverdue ? <Overdue /> : null}
      {state === 'ready' ? <Slip order={order} isWaiting={isWaiting} /> : null}
      {isFileRefused ? <SlipMissing /> : null}
      {state === 'failed' ? <Notice tone="bad">{specified.paymentError}</Notice> : null}
      {state === 'settled' ? <Notice tone="info">Situação: {statusForCustomer(order).text}</Notice> : null}
      <p className="actions no-print">
        {state === 'ready' && order.slip_file ? (
          <LinkButton
            href={paths.slip(order.id)}
            variant={isOverdue ? 'secondary' : 'main'}
            icon="print"
            target="_blank"
          >
            Imprimir boleto
          </LinkButton>
        ) : null}
        {isWaiting ? (
          <LinkButton id="atualizar" href={paths.payment(order.id)}>
            Atualizar
          </LinkButton>
        ) : null}
        <LinkButton id="pedidos" href={paths.orders()}>
          {state === 'failed' ? 'Verificar pedidos' : 'Meus pedidos'}
        </LinkButton>
      </p>
    </div>
  )
}

const leads = {
  generating: 'Recebemos seu pedido. Esta página se atualiza sozinha.',
  ready: 'Recebemos seu pedido. Agora é só pagar o boleto.',
  failed: 'Seu pedido está guardado; falta o boleto.',
  settled: undefined,
} as const

function Overdue() {
  return (
    <Notice tone="warn">
      <p>
        Os bancos podem recusar um boleto vencido. <a href={paths.contact()}>Fale conosco</a> para receber
        outro, ou cancele o pedido e compre de novo. Se você já pagou, não é preciso fazer nada.
      </p>
    </Notice>
  )
}

function SlipMissing() {
  return (
    <Notice tone="warn">
      <p>
        O PDF do boleto não pôde ser feito. Pague pela linha digitável ou{' '}
        <a href={paths.contact()}>fale conosco</a>.
      </p>
    </Notice>
  )
}

function Slip({ order, isWaiting }: { order: Loaded['order']; isWaiting: boolean }) {
  const { line, due_date: dueDate } = order
  if (line === null || dueDate === null) return null
  return (
    <>
      <CopyLine
        id="linha-digitavel"
        label="Linha digitável"
        code={formatLine(line)}
        copyLabel="Copiar linha"
      />
      <SummaryList
        rows={[
          { key: 'Valor', value: formatReais(order.total) },
          { key: 'Vencimento', value: formatDate(dueDate) },
        ]}
      />
      {isWaiting ? <Progress text="O PDF ficará pronto em instantes." /> : null}
      <p className="hint">
        Estes dados vão também para o seu e-mail. A confirmação do pagamento leva até 48 horas.
      </p>
    </>
  )
}
