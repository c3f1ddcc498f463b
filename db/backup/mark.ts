import { type Connection, createConnection } from 'mysql2'
import { restoreMark } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import type { Manifest } from '#db/backup/manifest.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { readTextRows } from '#db/backup/snapshot.ts'

/** The stage of a restore. `loaded` is complete; `before-replay` still needs the binary log. */
export type RestoreStage = 'loading' | 'loaded' | 'before-replay' | 'replaying' | 'replayed'

/** Marks an empty database, so that no process starts on it. `finishRestore` removes the mark. */
export function markUnfinished(databaseUrl: string, { id }: Manifest): Promise<void> {
  return runOnDatabase(databaseUrl, async (connection) => {
    await connection
      .promise()
      .query(
        `create table ${restoreMark} (archive char(32) not null primary key, stage varchar(20) not null)`,
      )
    await connection.promise().query(`insert into ${restoreMark} values (?, 'loading')`, [id])
  })
}

export function setRestoreStage(databaseUrl: string, stage: RestoreStage): Promise<void> {
  return runOnDatabase(databaseUrl, async (connection) => {
    await connection.promise().query(`update ${restoreMark} set stage = ?`, [stage])
  })
}

/** Returns the stage of this archive's restore. Throws BackupProblem if there is none. */
export function readRestoreStage(databaseUrl: string, { id }: Manifest): Promise<string> {
  return runOnDatabase(databaseUrl, async (connection) => {
    const rows = await readTextRows(connection, `select archive, stage from ${restoreMark}`).catch(() => [])
    const [archive, stage] = rows[0] ?? []
    if (archive !== id || !stage)
      throw new BackupProblem(
        'no restore of this archive waits in this database for its end: nothing was changed',
      )
    return stage
  })
}

async function runOnDatabase<T>(
  databaseUrl: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = createConnection({ uri: databaseUrl, connectTimeout: 10_000 })
  try {
    return await work(connection)
  } finally {
    connection.destroy()
  }
}
