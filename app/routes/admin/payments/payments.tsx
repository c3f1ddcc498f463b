import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { formatPlaceQuery } from '#app/http/backoffice/staff-list.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { parseListParams, parsePlaceParams } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readFromReplica } from '#app/http/replica.server.ts'
import { readForm, redirectPastEnd } from '#app/http/responses.server.ts'
import { retryFromForm } from '#app/http/retry.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { getJobName } from '#app/mails/job-name.server.ts'
import { listWaitingEvents } from '#app/models/payments/gateway/waiting-event.server.ts'
import {
  countBoletos,
  listOpenPayments,
  listPayments,
  listStuckMoneyJobs,
  requestBoletoCheck,
} from '#app/models/payments/payment-list.server.ts'
import { paths } from '#app/paths.ts'
import { PaymentTabs } from '#app/routes/admin/payments/payment-tabs.tsx'
import { parsePeriodParams } from '#app/routes/admin/payments/period-params.ts'
import { toWaitingEventRow, WaitingEvents } from '#app/routes/admin/payments/waiting-events.tsx'
import { paymentSources } from '#app/text/payments/payment-labels.ts'
import { formatDate, formatDateTime } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { columnNames } from '#app/text/reports/column-names.ts'
import { gatewayLabels } from '#app/text/settings/issuer-labels.ts'
import { StuckEffects } from '#app/ui/backoffice/effect-tables.tsx'
import { ExportLinks } from '#app/ui/backoffice/export-links.tsx'
import { ListFilters } from '#app/ui/backoffice/list-filters.tsx'
import { RowCount } from '#app/ui/backoffice/row-count.tsx'
import { StaffSearchBar } from '#app/ui/backoffice/staff-search-bar.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { type PageChange, Pagination } from '#app/ui/pagination.tsx'
import { PaymentState } from '#app/ui/payments/payment-state.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'
import { type Column, DataTable } from '#app/ui/table.tsx'

export const handle: PageHandle = { title: 'Recebimentos', section: 'payments', help: 'recebimentos' }

const perPage = 50

/** Loads the payments and events that wait for a decision, failed jobs about money, and the last payments. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { period, dates } = parsePeriodParams(args.request)
  const query = { ...parseListParams(args.request), ...parsePlaceParams(args.request), dates }
  const [boletoCounts, openPayments, events, stuckJobs, { rows: recentPayments, ...list }] =
    await Promise.all([
      countBoletos(toCivilDate(new Date())),
      listOpenPayments(),
      listWaitingEvents(),
      listStuckMoneyJobs(),
      readFromReplica(args, () => listPayments({ ...query, period, perPage })),
    ])
  redirectPastEnd(args.request, { page: query.page, pages: list.pages })
  return {
    boletoCounts,
    openPayments: openPayments.map(toPaymentRow),
    events: events.map(toWaitingEventRow),
    stuckJobs: stuckJobs.map(toStuckJobRow),
    recentPayments: recentPayments.map(toPaymentRow),
    query,
    list,
  }
}

/** Queues jobs about money again, or a check of open boletos at the gateway. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const form = await readForm(args.request)
  if (!form.has('check')) return retryFromForm(form, viewer.userId, paths.admin.payments())
  const isNew = await requestBoletoCheck(viewer.userId)
  return redirectWithFlash(
    paths.admin.payments(),
    isNew
      ? { tone: 'good', text: `Os boletos em aberto estão sendo conferidos com ${gatewayLabels.the}.` }
      : { tone: 'warn', text: 'A conferência já foi pedida; espere um minuto.' },
  )
}

function toStuckJobRow(job: Awaited<ReturnType<typeof listStuckMoneyJobs>>[number]) {
  return { ...job, name: getJobName(job.job), at: formatDateTime(job.created_at) }
}

function toPaymentRow({ paidOn, ...payment }: Awaited<ReturnType<typeof listOpenPayments>>[number]) {
  const { id, source, orderId, value, isLate, problem, resolution, resolvedAt } = payment
  const { reportedValue, valueDecidedAt } = payment
  const isResolved = resolvedAt !== null
  const state = { isLate, problem, resolution, isResolved, reportedValue, valueDecidedAt }
  return { id, orderId, value, ...state, source: paymentSources[source], paidOn: formatDate(paidOn) }
}

export default function Payments() {
  const { boletoCounts, openPayments, events, stuckJobs, recentPayments, query, list } =
    useLoaderData<typeof loader>()
  const { search, dates } = query
  const isFiltered = search !== '' || Boolean(dates.start) || Boolean(dates.end)
  const pager = {
    ...list,
    page: query.page,
    hrefFor: (page: number, change?: PageChange) =>
      paths.admin.payments({
        page,
        search,
        ...dates,
        ...formatPlaceQuery({ counting: query.counting, ...change }),
      }),
  }
  return (
    <>
      <PageHeading title="Recebimentos" lead="O que falta receber, o que entrou e o que espera por você.">
        <LinkButton href={paths.admin.report('day_closing')}>Fechamento</LinkButton>
      </PageHeading>
      <PaymentTabs />
      <section className="section">
        <h2>Esperam por uma decisão</h2>
        <DataTable
          caption="Recebimentos que esperam por uma decisão, do mais antigo ao mais novo"
          columns={columns}
          rows={openPayments}
          rowKey={(row) => row.id}
          empty={{ text: 'Nenhum recebimento espera por você.' }}
        />
      </section>
      <WaitingEvents events={events} />
      <section className="section">
        <h2>Boletos em aberto</h2>
        <BoletoCounts {...boletoCounts} />
        {boletoCounts.atGateway > 0 ? (
          <PostForm action={paths.admin.payments()} className="actions no-print" data-once="">
            <Button name="check" value="now">
              {`Conferir com ${gatewayLabels.the} agora`}
            </Button>
          </PostForm>
        ) : null}
      </section>
      <StuckEffects stuckEffects={stuckJobs} action={paths.admin.payments()} />
      <section className="section">
        <h2>Últimos recebimentos</h2>
        <StaffSearchBar
          label="Número, nosso número, pedido, NF-e ou cliente"
          defaultValue={search}
          action={paths.admin.payments()}
          aside={
            <>
              <RowCount {...pager} noun={{ one: 'recebimento', many: 'recebimentos' }} />
              <ExportLinks href={(format) => paths.admin.paymentsFile(format, { search, ...dates })} />
            </>
          }
        >
          <ListFilters values={Object.values(dates)}>
            <TextField label="Pago de" name="start" type="date" width="half" defaultValue={dates.start} />
            <TextField label="até" name="end" type="date" width="half" defaultValue={dates.end} />
          </ListFilters>
        </StaffSearchBar>
        <DataTable
          caption="Recebimentos, do mais novo ao mais antigo"
          columns={columns}
          rows={recentPayments}
          rowKey={(row) => row.id}
          empty={
            isFiltered
              ? { text: specTexts.noResults, clearHref: paths.admin.payments() }
              : { text: 'Ainda não entrou nenhum pagamento por boleto ou Pix.' }
          }
        />
        {list.pages > 1 ? <Pagination {...pager} /> : null}
      </section>
    </>
  )
}

type OpenBoletoCounts = Awaited<ReturnType<typeof countBoletos>>

function BoletoCounts({
  open,
  overdue,
  unregistered,
  rejected,
  instructions,
  withoutBoleto,
}: OpenBoletoCounts) {
  const makeBoletosHref = paths.admin.boletos
  return (
    <SummaryList
      rows={[
        { key: 'A receber', value: open, change: { href: makeBoletosHref('open'), label: 'Ver' } },
        { key: 'Vencidos', value: overdue, change: { href: makeBoletosHref('overdue'), label: 'Ver' } },
        {
          key: 'Ainda sem registro no banco',
          value: unregistered,
          change: { href: makeBoletosHref('unregistered'), label: 'Ver' },
        },
        {
          key: 'Recusados pelo banco',
          value: rejected,
          change: { href: makeBoletosHref('rejected'), label: 'Ver' },
        },
        {
          key: 'Instruções para a próxima remessa',
          value: instructions,
          change: { href: paths.admin.remittances(), label: 'Gerar remessa' },
        },
        {
          key: 'Pedidos ainda sem boleto',
          value: withoutBoleto,
          change: { href: paths.admin.jobs(), label: 'Ver tarefas' },
        },
      ]}
    />
  )
}

type Row = ReturnType<typeof toPaymentRow>

const columns: Column<Row>[] = [
  {
    key: 'id',
    label: 'Recebimento',
    rowHeader: true,
    render: (row) => <a href={paths.admin.payment(row.id)}>{`nº ${row.id}`}</a>,
  },
  { key: 'paidOn', label: 'Pago em', align: 'code', render: (row) => row.paidOn },
  { key: 'source', label: columnNames.informedBy, render: (row) => row.source },
  {
    key: 'order',
    label: 'Pedido',
    align: 'code',
    render: (row) =>
      row.orderId === null ? '-' : <a href={paths.admin.order(row.orderId)}>{`nº ${row.orderId}`}</a>,
  },
  { key: 'value', label: 'Valor', align: 'num', render: (row) => <Money centavos={row.value} /> },
  { key: 'state', label: 'Situação', render: (row) => <PaymentState {...row} /> },
]
