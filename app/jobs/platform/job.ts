/** What a job file exports: the queue it runs on and the work for one subject (an id). */
export type Job = {
  queue: 'work' | 'pdf' | 'files' | 'reports'
  /** Re-reads the subject, leaves when the effect is there already, else brings it about. */
  run(subject: string, event: JobEvent): Promise<void>
}

/**
 * The outbox row a job works for and which try this is, from 1 (told where a job has to know); `isResend` when it is not the subject's own but a
 * wish of staff to send a mail again.
 */
export type JobEvent = { id: number; attempt?: number; isResend?: boolean }

/** The effect cannot happen as things are, and trying again would not help; a person has to look at it. */
export class JobRefused extends Error {
  override name = 'JobRefused'
}
