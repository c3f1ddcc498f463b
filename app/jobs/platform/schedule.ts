import type { When } from '#app/domain/platform/schedule.ts'

/** `run` does all work due by `now`, not only that of the last period. It must be idempotent and returns counts. */
export type Schedule = {
  name: string
  when: When
  run(now: Date): Promise<Record<string, number>>
}
