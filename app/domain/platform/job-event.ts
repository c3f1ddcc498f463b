/** `attempt` counts from 1; `readerId` is the recipient, if not the account that the mail is about. */
export type JobEvent = {
  id: number
  key?: string
  attempt?: number
  isResend?: boolean
  readerId?: number | null
}

/** Messages of JobRefused that saving a setting puts right. */
export const missingSettings = {
  company: 'no company in the settings',
  agreement: 'no bank agreement in the settings',
} as const

/** Retrying would not help: a person has to look at it. */
export class JobRefused extends Error {
  override name = 'JobRefused'
}
