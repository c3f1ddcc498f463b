import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatPhone } from '#app/domain/accounts/phone.ts'
import { getReviewWait, hasMissingPhoto } from '#app/domain/orders/photo-review.ts'
import { parseId } from '#app/http/list-params.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  countOrdersForReview,
  findNextForReview,
  findPreviousQueueId,
} from '#app/models/orders/order-review.server.ts'
import { paths } from '#app/paths.ts'
import {
  formatPhotoPosition,
  formatQueueLength,
  formatReviewWait,
} from '#app/routes/admin/orders/review/review-labels.ts'
import { getClientName } from '#app/text/accounts/client-labels.ts'
import { formatDate, formatDateTime, formatReais } from '#app/text/platform/format.ts'
import { ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'
import { StatusTag } from '#app/ui/status-tag.tsx'
import { SummaryList } from '#app/ui/summary-list.tsx'

export const handle: PageHandle = {
  title: 'Fotos em análise',
  hasDialogs: true,
  section: 'orders',
  help: 'fotos',
}

/** Loads the order whose photos have waited longest, or the next order after the id `after`. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const afterId = parseId(new URL(args.request.url).searchParams.get('after'))
  const [order, remainingCount] = await Promise.all([findNextForReview(afterId), countOrdersForReview()])
  const previousQueueId = order ? await findPreviousQueueId(order.id) : undefined
  return {
    order,
    remainingCount,
    afterId: afterId ?? 0,
    previousQueueId: previousQueueId ?? null,
    wait: order ? getReviewWait(order.since, new Date()) : undefined,
    photoNumber: parsePhotoNumber(args.request, order?.lines.length ?? 0),
  }
}

/** Returns the number of the photo to show, from 1. Only the last one can be approved, so staff see all. */
function parsePhotoNumber(request: Request, photoCount: number): number {
  const requestedNumber = parseId(new URL(request.url).searchParams.get('photo')) ?? 1
  return Math.max(1, Math.min(requestedNumber, photoCount))
}

type Loaded = Awaited<ReturnType<typeof loader>>
type ReviewOrder = NonNullable<Loaded['order']>

export default function Review() {
  const { order, remainingCount, afterId, previousQueueId, wait, photoNumber } =
    useLoaderData<typeof loader>()
  if (!order || !wait) return <QueueEnd remainingCount={remainingCount} />
  const { text, tone } = formatReviewWait(wait)
  const isPhotoMissing = hasMissingPhoto(order.lines)
  const photoCount = order.lines.length
  const isLastPhoto = photoNumber >= photoCount
  const canApprove = isLastPhoto && !isPhotoMissing
  const canApproveWithoutPhoto = isLastPhoto && isPhotoMissing
  const previousHref =
    photoNumber > 1 ? paths.admin.review(afterId, photoNumber - 1) : paths.admin.review(previousQueueId ?? 0)
  return (
    <>
      <PageHeading
        title={`Fotos em análise: pedido nº ${order.id}`}
        lead={formatQueueLength(remainingCount)}
        back={{ href: paths.admin.orders(), label: 'Pedidos' }}
      >
        <StatusTag tone={tone}>{text}</StatusTag>
        {photoCount > 1 ? (
          <StatusTag tone="info">{formatPhotoPosition(photoNumber, photoCount)}</StatusTag>
        ) : null}
      </PageHeading>
      <PostForm action={paths.admin.approval(order.id, afterId)} className="actions" data-once="">
        <input type="hidden" name="seen" value={order.sign} />
        {isLastPhoto ? null : (
          <LinkButton href={paths.admin.review(afterId, photoNumber + 1)} variant="main" data-review-key="a">
            {`Foto ${photoNumber} conferida: ver a próxima`}
          </LinkButton>
        )}
        {canApprove ? (
          <Button variant="main" data-review-key="a">
            Aprovar
          </Button>
        ) : null}
        {photoCount === 0 ? null : (
          <LinkButton
            href={paths.admin.newPhoto(order.id, afterId)}
            variant={canApproveWithoutPhoto ? 'main' : 'secondary'}
            data-review-key="p"
            data-dialog=""
          >
            {isPhotoMissing ? 'Pedir a foto' : 'Pedir nova foto'}
          </LinkButton>
        )}
        {canApproveWithoutPhoto ? (
          <LinkButton href={paths.admin.approval(order.id, afterId)} data-dialog="">
            Aprovar sem foto
          </LinkButton>
        ) : null}
        <LinkButton
          href={paths.admin.rejection(order.id, afterId)}
          variant="danger"
          data-review-key="r"
          data-dialog=""
        >
          Reprovar
        </LinkButton>
        <LinkButton href={paths.admin.review(order.id)} variant="quiet" data-review-key="j">
          Pular
        </LinkButton>
        {photoNumber === 1 && previousQueueId === null ? null : (
          <LinkButton href={previousHref} variant="quiet" data-review-key="k">
            Anterior
          </LinkButton>
        )}
      </PostForm>
      <Keys />
      {photoCount === 0 ? (
        <section className="section">
          <p>Nenhuma publicação deste pedido pede foto.</p>
          <OrderFacts order={order} />
        </section>
      ) : null}
      <ReviewPhotos lines={order.lines.slice(photoNumber - 1, photoNumber)} photoPath={paths.photo}>
        <OrderFacts order={order} />
      </ReviewPhotos>
    </>
  )
}

/** Explains keyboard shortcuts, which can be turned off (WCAG 2.1.4) and need scripts. */
function Keys() {
  return (
    <p className="hint no-print" data-review-keys="" hidden>
      <span data-keys-list="">
        Teclas: <kbd>a</kbd> aprovar, <kbd>p</kbd> pedir foto, <kbd>r</kbd> reprovar, <kbd>j</kbd> pular,{' '}
        <kbd>k</kbd> voltar.{' '}
      </span>
      <Button type="button" variant="quiet">
        Desligar os atalhos
      </Button>
    </p>
  )
}

function OrderFacts({ order }: { order: ReviewOrder }) {
  return (
    <>
      <h2>Pedido e cliente</h2>
      <SummaryList
        rows={[
          { key: 'Pedido', value: <a href={paths.admin.order(order.id)}>nº {order.id}</a> },
          { key: 'Data', value: formatDate(order.date) },
          { key: 'Em análise desde', value: formatDateTime(order.since) },
          { key: 'Total', value: formatReais(order.total) },
          { key: 'Cliente', value: <a href={paths.admin.client(order.profileId)}>{getClientName(order)}</a> },
          { key: 'Telefone', value: order.phone ? formatPhone(order.phone) : '-' },
          { key: 'E-mail', value: order.email },
          ...(order.note ? [{ key: 'Nota', value: order.note }] : []),
        ]}
      />
    </>
  )
}

function QueueEnd({ remainingCount }: { remainingCount: number }) {
  return (
    <>
      <PageHeading
        title="Fotos em análise"
        back={{ href: paths.admin.orders(), label: 'Pedidos' }}
        lead={remainingCount > 0 ? formatQueueLength(remainingCount) : undefined}
      />
      {remainingCount > 0 ? (
        <EmptyState
          text="Fim da fila: as fotos que restam foram puladas."
          action={{ href: paths.admin.review(), label: 'Voltar ao começo da fila' }}
        />
      ) : (
        <EmptyState
          text="Nenhuma foto espera por análise."
          action={{ href: paths.admin.orders(), label: 'Ver os pedidos' }}
        />
      )}
    </>
  )
}
