/** Reasons why a valid record could not be written. */
export type RefusalReason = 'no-line' | 'no-staff' | 'email-taken'

export class RecordRefused extends Error {
  override name = 'RecordRefused'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}
