import { z } from 'zod'
import { listScheduleRuns, runSchedule } from '#app/jobs/platform/run-schedules.server.ts'
import { log } from '#app/log.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { formatDateTime } from '#app/text/platform/format.ts'

const usage = 'npm run schedules [-- run NAME]'
const argumentSchema = z.union([z.tuple([]), z.tuple([z.literal('run'), z.string()])])

/** Prints the worker's schedules, or runs one of them now. Exits with 1 if the run failed. */
try {
  const parsedArguments = argumentSchema.safeParse(process.argv.slice(2))
  if (!parsedArguments.success) throw new Error(usage)
  const [, name] = parsedArguments.data
  if (name !== undefined) await runNamedSchedule(name)
  for (const { name, last, next } of await listScheduleRuns(new Date()))
    console.log(
      [name, ...(last ? formatLines(last) : ['last: never']), `next: ${formatDateTime(next)}`].join('\n  '),
    )
} catch (error) {
  log.fatal({ err: error }, 'schedules')
  process.exitCode = 1
} finally {
  await db.destroy()
}

async function runNamedSchedule(name: string) {
  const isDone = await runSchedule(name, new Date())
  if (isDone === undefined) throw new Error(`no schedule is called ${name}`)
  if (!isDone) process.exitCode = 1
}

type LastRun = NonNullable<Awaited<ReturnType<typeof listScheduleRuns>>[number]['last']>

function formatLines({ startedAt, finishedAt, period, attempts, result, error }: LastRun): string[] {
  const attemptNote = attempts > 1 ? `, try ${attempts}` : ''
  const stateText = finishedAt ? `done ${formatDateTime(finishedAt)}` : 'not finished'
  return [
    `last: ${formatDateTime(startedAt)} (${period}${attemptNote}), ${stateText}`,
    ...(result === null ? [] : [`result: ${result}`]),
    ...(error === null ? [] : [`error: ${error}`]),
  ]
}
