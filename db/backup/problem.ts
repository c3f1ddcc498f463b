/** A fault that an operator can correct, printed without a stack. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
