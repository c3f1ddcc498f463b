/**
 * The outbox row, its `eventKey`, the attempt, from 1; `isResend` when a mail was sent before; `readerId` the user it
 * goes to when that is not the account it is about.
 */
export type JobEvent = {
  id: number
  key?: string
  attempt?: number
  isResend?: boolean
  readerId?: number | null
}

/** The effect is not possible and a retry would not help; a person has to look at it. */
export class JobRefused extends Error {
  override name = 'JobRefused'
}
