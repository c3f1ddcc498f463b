/** A fault that an operator can correct: printed as one line, without a stack. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
