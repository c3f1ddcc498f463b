/** The effect that a job runs. `attempt` counts from 1; `readerId` is the recipient if not the account. */
export type JobEvent = {
  id: number
  key?: string
  attempt?: number
  isResend?: boolean
  readerId?: number | null
}

/** Messages of JobRefused that are resolved by saving a setting. */
export const missingSettings = {
  company: 'no company in the settings',
  agreement: 'no bank agreement in the settings',
} as const

/** Thrown if a retry cannot succeed, so that a person must act. */
export class JobRefused extends Error {
  override name = 'JobRefused'
}
