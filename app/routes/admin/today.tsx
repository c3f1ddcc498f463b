import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type DeskRow, loadDesk, loadQueryTime } from '#app/desk/desk.server.ts'
import { hasMissingPhoto } from '#app/domain/orders/photo-review.ts'
import { loadMonth } from '#app/http/backoffice/dashboard.server.ts'
import { countMissingFirstSteps } from '#app/http/backoffice/first-steps.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { listNewestOrders } from '#app/models/backoffice/newest-orders.server.ts'
import { findNextForReview } from '#app/models/orders/order-review.server.ts'
import { paths } from '#app/paths.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatMissingSteps } from '#app/text/backoffice/first-steps-labels.ts'
import { formatWorkWait, healthLabels } from '#app/text/backoffice/waiting-work-labels.ts'
import { getStaffStatus } from '#app/text/orders/order-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { formatMonthName } from '#app/text/reports/dashboard-labels.ts'
import { MonthCards } from '#app/ui/backoffice/dashboard.tsx'
import { ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Money } from '#app/ui/money.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'

const NEWEST_ORDERS = 5

export const handle: PageHandle = { title: 'Hoje', section: 'today', help: 'hoje' }

export async function loader(args: LoaderFunctionArgs) {
  const { isSuperuser } = await requireStaff(args)
  const queryTime = await loadQueryTime(new Date())
  const [{ rows, healthyAreas }, reviewOrder, missingSteps, month, orders] = await Promise.all([
    loadDesk(queryTime, { isSuperuser }),
    findNextForReview(),
    isSuperuser ? countMissingFirstSteps() : 0,
    loadMonth(queryTime.today),
    listNewestOrders(NEWEST_ORDERS),
  ])
  const hasAllPhotos = reviewOrder && reviewOrder.lines.length > 0 && !hasMissingPhoto(reviewOrder.lines)
  return {
    today: queryTime.today,
    missingSteps,
    reviewOrder: hasAllPhotos ? reviewOrder : null,
    rows: rows.map((row) => toWorkRow(row, queryTime.now)),
    healthyAreas,
    month,
    orders,
  }
}

function toWorkRow(row: DeskRow, now: Date) {
  const { name, text, act, isFirst, isLate } = row
  return { name, text, act, isFirst, isLate, wait: formatWorkWait(row, now) }
}

/** Lists kinds of waiting work with action, age and deadline. Omits kinds without records. */
export default function Today() {
  const { today, rows, reviewOrder, missingSteps, ...asideData } = useLoaderData<typeof loader>()
  const urgentRows = rows.filter(({ isFirst }) => isFirst)
  const queuedRows = rows.filter(({ isFirst }) => !isFirst)
  const dayAndMonth = formatDate(today).slice(0, 5)
  return (
    <>
      <PageHeading
        title={`Hoje, ${dayAndMonth}`}
        lead={rows.length === 0 ? undefined : formatRowCount(rows.length)}
      />
      {missingSteps > 0 ? (
        <Notice tone="warn" isSilent title={formatMissingSteps(missingSteps)}>
          <a href={paths.admin.firstSteps()}>Ver os primeiros passos</a>
        </Notice>
      ) : null}
      <div className="record desk">
        <div>
          {rows.length === 0 ? (
            <EmptyState
              text="Nada espera por você."
              action={{ href: paths.admin.home(), label: 'Ver o andamento' }}
            />
          ) : null}
          <WorkList id="primeiro" title="Para hoje" rows={urgentRows} />
          <WorkList id="fila" title="Fila" rows={queuedRows} />
          {reviewOrder ? <OldestPhoto order={reviewOrder} /> : null}
        </div>
        <TodayAside {...asideData} />
      </div>
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

function WorkList({ id, title, rows }: { id: string; title: string; rows: Loaded['rows'] }) {
  if (rows.length === 0) return null
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="plain todo">
        {rows.map(({ name, text, act, isFirst, isLate, wait }) => (
          <li key={name} className={isFirst ? 'todo-urgent' : undefined}>
            <span>{text}</span>
            {wait === '' ? null : <small className={isLate ? 'todo-late' : undefined}>{wait}</small>}{' '}
            <a href={act.href}>{act.label}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TodayAside({ month, orders, healthyAreas }: Pick<Loaded, 'month' | 'orders' | 'healthyAreas'>) {
  return (
    <div className="record-aside">
      <section className="section dashboard" aria-labelledby="mes">
        <h2 id="mes">{`Em ${formatMonthName(month.month)}`}</h2>
        <MonthCards cards={month.cards} />
      </section>
      {orders.length > 0 ? (
        <section className="section" aria-labelledby="ultimos">
          <h2 id="ultimos">Últimos pedidos</h2>
          <ul className="plain newest">
            {orders.map((order) => (
              <li key={order.id}>
                <a href={paths.admin.order(order.id)}>{order.id}</a> <span>{getClientName(order)}</span>{' '}
                <Money centavos={order.total} />
                <StatusTag tone={getStaffStatus(order).tone}>{getStaffStatus(order).text}</StatusTag>
              </li>
            ))}
          </ul>
          <p>
            <a href={paths.admin.orders()}>Ver todos os pedidos</a>
          </p>
        </section>
      ) : null}
      {healthyAreas.length > 0 ? (
        <section className="section" aria-labelledby="bem">
          <h2 id="bem">Está tudo bem</h2>
          <p>{healthyAreas.map((health) => `✓ ${healthLabels[health]}`).join('  ')}</p>
        </section>
      ) : null}
    </div>
  )
}

type ReviewOrder = NonNullable<Loaded['reviewOrder']>

/** Approves the photo that has waited longest. The id 0 continues the review queue at its start (F97). */
function OldestPhoto({ order }: { order: ReviewOrder }) {
  return (
    <section className="section" aria-labelledby="foto">
      <h2 id="foto">{`A foto que espera há mais tempo: pedido nº ${order.id}`}</h2>
      <ReviewPhotos lines={order.lines} photoPath={paths.photo} />
      <PostForm action={paths.admin.approval(order.id, 0)} className="actions" data-once="">
        <input type="hidden" name="seen" value={order.sign} />
        <Button variant="main">Aprovar</Button>
        <LinkButton href={paths.admin.newPhoto(order.id, 0)}>Pedir nova foto</LinkButton>
        <LinkButton href={paths.admin.rejection(order.id, 0)} variant="danger">
          Reprovar
        </LinkButton>
      </PostForm>
    </section>
  )
}

function formatRowCount(count: number): string {
  return count === 1 ? '1 assunto para você' : `${count} assuntos para você`
}
