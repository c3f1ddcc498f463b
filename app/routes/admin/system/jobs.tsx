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
  filterConnectedToQueues,
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
  const [openEffects, stuckEffects, heartbeats, uncertainEffects] = await Promise.all([
    summariseOpenEffects(),
    listStuckEffects(),
    listHeartbeats(),
    loadUncertainLines(),
  ])
  const schedules = await listUpcomingSchedules(heartbeats[0]?.schedules ?? [])
  return {
    openEffects: openEffects.map((row) => toOpenLine(row, now)),
    stuckEffects: stuckEffects.map(toStuckLine),
    heartbeats: heartbeats.map(toHeartbeatLine),
    uncoveredLanes: formatUncoveredLanes(heartbeats.filter(({ isSilent }) => !isSilent)),
    schedules: schedules.map(toScheduleLine),
    uncertainEffects,
  }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const form = await readForm(args.request)
  if (form.has('again') || form.has('done')) return applyUncertainDecision(form, viewer.userId)
  return retryFromForm(form, viewer.userId, paths.admin.jobs())
}

function toOpenLine(row: Awaited<ReturnType<typeof summariseOpenEffects>>[number], now: Date) {
  const ageText = row.oldest && formatAge(now.getTime() - new Date(row.oldest).getTime())
  return { ...row, name: getJobName(row.job), oldest: ageText }
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

/** Returns the lanes that no worker serves, as text; null if all are served, or if no worker runs. */
function formatUncoveredLanes(workers: Heartbeat[]): string | null {
  const lanes = listUncoveredLanes(filterConnectedToQueues(workers))
  return workers.length === 0 || lanes.length === 0 ? null : formatLanes(lanes)
}

function formatRunState({ finishedAt, error }: { finishedAt: unknown; error: string | null }): string {
  if (finishedAt) return 'concluída'
  return error ? `falhou: ${formatRunFailure(error)}` : 'em andamento'
}

function toScheduleLine({ name, next, last }: Awaited<ReturnType<typeof listUpcomingSchedules>>[number]) {
  return {
    name: getJobName(name),
    next: formatDateTime(next),
    last: last ? `${formatDateTime(last.startedAt)}, ${formatRunState(last)}` : 'ainda não',
    result: last?.result ? formatResultLine(JSON.parse(last.result)) : null,
  }
}

export default function Jobs() {
  const { openEffects, stuckEffects, heartbeats, uncoveredLanes, schedules, uncertainEffects } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeading title="Tarefas" lead="Trabalhos em segundo plano">
        {stuckEffects.length > 0 ? (
          <PostForm action={paths.admin.jobs()} data-once="">
            <Button name="retry" value="all">
              Tentar todas de novo
            </Button>
          </PostForm>
        ) : null}
      </PageHeading>
      <UncertainEffects effects={uncertainEffects} action={paths.admin.jobs()} />
      <EffectTables open={openEffects} stuckEffects={stuckEffects} action={paths.admin.jobs()} />
      <WorkerTables heartbeats={heartbeats} uncoveredLanes={uncoveredLanes} schedules={schedules} />
    </>
  )
}
