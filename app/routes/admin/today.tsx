import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { lacksPhoto, reviewHours } from '#app/domain/orders/photo-review.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { countMissingFirstSteps } from '#app/http/backoffice/first-steps.server.ts'
import type { PageHandle } from '#app/http/page.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findNextForReview } from '#app/models/orders/order-review.server.ts'
import { findTodaysWork, weekFrom } from '#app/models/reports/todays-work.server.ts'
import { paths } from '#app/paths.ts'
import { findBackupToMake } from '#app/routes/admin/backup-trouble.server.ts'
import { todaysTasks } from '#app/routes/admin/todays-tasks.ts'
import { formatMissingSteps } from '#app/text/backoffice/first-steps-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { ReviewPhotos } from '#app/ui/backoffice/review-photos.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Hoje' }

export async function loader(args: LoaderFunctionArgs) {
  const { isSuperuser } = await requireStaff(args)
  const now = new Date()
  const today = civilDateIn(now)
  const [work, photo, missingSteps, backup] = await Promise.all([
    findTodaysWork(now, today),
    findNextForReview(),
    isSuperuser ? countMissingFirstSteps() : 0,
    isSuperuser ? findBackupToMake(now) : null,
  ])
  return {
    today,
    missingSteps,
    photo: photo && !lacksPhoto(photo.lines) ? photo : null,
    tasks: todaysTasks({ ...work, backup }, { today, week: weekFrom(today), reviewHours }),
  }
}

/** Waiting work, each with a link; empty kinds are left out. */
export default function Today() {
  const { today, tasks, photo, missingSteps } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading
        title={`Hoje, ${formatDate(today).slice(0, 5)}`}
        lead={tasks.length === 0 ? undefined : formatTasks(tasks.length)}
      />
      {missingSteps > 0 ? (
        <Notice tone="warn" isSilent title={formatMissingSteps(missingSteps)}>
          <a href={paths.admin.firstSteps()}>Ver os primeiros passos</a>
        </Notice>
      ) : null}
      {tasks.length === 0 ? (
        <EmptyState
          text="Nada espera por você."
          action={{ href: paths.admin.home(), label: 'Ver o andamento' }}
        />
      ) : (
        <ul className="plain todo">
          {tasks.map(({ key, text, act, isUrgent }) => (
            <li key={key} className={isUrgent ? 'todo-urgent' : undefined}>
              <span>{text}</span> <a href={act.href}>{act.label}</a>
            </li>
          ))}
        </ul>
      )}
      {photo ? <OldestPhoto order={photo} /> : null}
    </>
  )
}

type Photo = NonNullable<Awaited<ReturnType<typeof loader>>['photo']>

/** The photo that has waited longest is approved from here by one press; the queue goes on by itself (F97). */
function OldestPhoto({ order }: { order: Photo }) {
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

function formatTasks(count: number): string {
  return count === 1 ? '1 assunto para você' : `${count} assuntos para você`
}
