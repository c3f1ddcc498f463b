/** A problem that an operator can correct, printed without a stack. */
export class BackupProblem extends Error {
  override name = 'BackupProblem'
}

/** An error of the server whose binary log is read. Its address may differ from the database's. */
export class LogServerFault extends Error {
  override name = 'LogServerFault'
}

const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is no folder',
  EACCES: 'is closed to this user',
  EPERM: 'is closed to this user',
  EROFS: 'is read-only',
  ENOSPC: 'has no space left',
  EDQUOT: 'has no space left',
}

/** Returns '/backup is read-only'; undefined for other errors. `folder` replaces a missing path. */
export function describeFileFault(error: unknown, folder: string): string | undefined {
  const { code, path }: NodeJS.ErrnoException = error instanceof Error ? error : new Error()
  const fault = code === undefined ? undefined : fileFaults[code]
  return fault && `${path ?? folder} ${fault}`
}
