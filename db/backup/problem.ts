/** What an operator can do something about: printed as one line, without a stack. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}
