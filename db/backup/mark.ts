import { type Connection, createConnection } from 'mysql2'
import { restoreMark } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import type { Manifest } from '#db/backup/manifest.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { readTextRows } from '#db/backup/snapshot.ts'

/** `loaded` needs no replay; in `before-replay` all rows are loaded, but the binary log must be replayed. */
export type RestoreStage = 'loading' | 'loaded' | 'before-replay' | 'replaying' | 'replayed'

/** Marks an empty database, so that no web or worker starts on it until `finishRestore` drops the mark. */
export function markUnfinished(databaseUrl: string, { id }: Manifest): Promise<void> {
  return onDatabase(databaseUrl, async (connection) => {
    await connection
      .promise()
      .query(
        `create table ${restoreMark} (archive char(32) not null primary key, stage varchar(20) not null)`,
      )
    await connection.promise().query(`insert into ${restoreMark} values (?, 'loading')`, [id])
  })
}

export function setRestoreStage(databaseUrl: string, stage: RestoreStage): Promise<void> {
  return onDatabase(databaseUrl, async (connection) => {
    await connection.promise().query(`update ${restoreMark} set stage = ?`, [stage])
  })
}

/** Throws BackupProblem unless a restore of this archive is in progress here. */
export function readRestoreStage(databaseUrl: string, { id }: Manifest): Promise<string> {
  return onDatabase(databaseUrl, async (connection) => {
    const rows = await readTextRows(connection, `select archive, stage from ${restoreMark}`).catch(() => [])
    const [archive, stage] = rows[0] ?? []
    if (archive !== id || !stage)
      throw new BackupProblem(
        'no restore of this archive waits in this database for its end: nothing was changed',
      )
    return stage
  })
}

async function onDatabase<T>(databaseUrl: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = createConnection({ uri: databaseUrl, connectTimeout: 10_000 })
  try {
    return await work(connection)
  } finally {
    connection.destroy()
  }
}
