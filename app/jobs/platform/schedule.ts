import type { ScheduleTime } from '#app/domain/platform/schedule.ts'

/** A task that runs regularly. `run` does all work due by `now`, is idempotent and returns counts. */
export type Schedule = {
  name: string
  time: ScheduleTime
  run(now: Date): Promise<Record<string, number>>
}
