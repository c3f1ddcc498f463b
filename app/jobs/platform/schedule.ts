import type { When } from '#app/domain/platform/schedule.ts'

/**
 * What a file of a scheduled task exports. `run` does all there is to do by `now`, not only what the period at hand
 * would bring, does nothing twice, and counts what it did.
 */
export type Schedule = {
  name: string
  when: When
  run(now: Date): Promise<Record<string, number>>
}
