import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listUncoveredLanes } from '#app/domain/platform/lane.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { retryFromForm } from '#app/http/retry.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { getJobName } from '#app/mails/job-name.server.ts'
import { listStuckEffects, summariseOpenEffects } from '#app/models/backoffice/outbox-admin.server.ts'
import {
  filterReachingQueues,
  listHeartbeats,
  listUpcomingSchedules,
} from '#app/models/platform/worker-heartbeat.server.ts'
import { paths } from '#app/paths.ts'
import {
  applyUncertainDecision,
  loadUncertainLines,
} from '#app/routes/admin/system/uncertain-effects.server.ts'
import { UncertainEffects } from '#app/routes/admin/system/uncertain-effects.tsx'
import { WorkerTables } from '#app/routes/admin/system/worker-tables.tsx'
import { formatDateTime } from '#app/text/platform/format.ts'
import { formatAge, formatLanes, formatResultLine, formatRunFailure } from '#app/text/platform/job-labels.ts'
import { EffectTables } from '#app/ui/backoffice/effect-tables.tsx'
import { Button } from '#app/ui/button.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { PageHeading } from '#app/ui/page-heading.tsx'

export const handle: PageHandle = { title: 'Tarefas', section: 'settings', help: 'tarefas' }

export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const now = new Date()
  const [open, stuck, heartbeats, uncertain] = await Promise.all([
    summariseOpenEffects(),
    listStuckEffects(),
    listHeartbeats(),
    loadUncertainLines(),
  ])
  const schedules = await listUpcomingSchedules(heartbeats[0]?.schedules ?? [])
  return {
    open: open.map((row) => openLine(row, now)),
    stuck: stuck.map(toStuckLine),
    heartbeats: heartbeats.map(toHeartbeatLine),
    uncovered: describeUncovered(heartbeats.filter(({ isSilent }) => !isSilent)),
    schedules: schedules.map(scheduleLine),
    uncertain,
  }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const form = await readForm(args.request)
  if (form.has('again') || form.has('done')) return applyUncertainDecision(form, viewer.userId)
  return retryFromForm(form, viewer.userId, paths.admin.jobs())
}

function openLine(row: Awaited<ReturnType<typeof summariseOpenEffects>>[number], now: Date) {
  const oldest = row.oldest && formatAge(now.getTime() - new Date(row.oldest).getTime())
  return { ...row, name: getJobName(row.job), oldest }
}

function toStuckLine(row: Awaited<ReturnType<typeof listStuckEffects>>[number]) {
  return { ...row, name: getJobName(row.job), at: formatDateTime(row.created_at) }
}

type Heartbeat = Awaited<ReturnType<typeof listHeartbeats>>[number]

function toHeartbeatLine({ ageMs, isSilent, queues, lanes, host, pid, worker }: Heartbeat) {
  return {
    worker,
    name: `${host} (processo ${pid})`,
    lanes: formatLanes(lanes),
    queues,
    age: formatAge(ageMs),
    isSilent,
  }
}

/** Returns queues without a worker, as text; null if there is no worker at all, which has its own message. */
function describeUncovered(workers: Heartbeat[]): string | null {
  const missing = listUncoveredLanes(filterReachingQueues(workers))
  return workers.length === 0 || missing.length === 0 ? null : formatLanes(missing)
}

function scheduleLine({ name, next, last }: Awaited<ReturnType<typeof listUpcomingSchedules>>[number]) {
  const state = last?.finishedAt
    ? 'concluída'
    : last?.error
      ? `falhou: ${formatRunFailure(last.error)}`
      : 'em andamento'
  return {
    name: getJobName(name),
    next: formatDateTime(next),
    last: last ? `${formatDateTime(last.startedAt)}, ${state}` : 'ainda não',
    result: last?.result ? formatResultLine(JSON.parse(last.result)) : null,
  }
}

export default function Jobs() {
  const { open, stuck, heartbeats, uncovered, schedules, uncertain } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Tarefas" lead="Trabalhos em segundo plano">
        {stuck.length > 0 ? (
          <PostForm action={paths.admin.jobs()} data-once="">
            <Button name="retry" value="all">
              Tentar todas de novo
            </Button>
          </PostForm>
        ) : null}
      </PageHeading>
      <UncertainEffects effects={uncertain} action={paths.admin.jobs()} />
      <EffectTables open={open} stuckEffects={stuck} action={paths.admin.jobs()} />
      <WorkerTables heartbeats={heartbeats} uncoveredLanes={uncovered} schedules={schedules} />
    </>
  )
}
