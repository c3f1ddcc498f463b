import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { readServerName, startDatabase } from '../../../scripts/dev-services/database.mjs'
import { findOrUnpackMysql } from '../../../scripts/dev-services/mysql.mjs'
import { waitFor } from '../../support/shop.ts'

/** Starts a primary server and a replica of it, of the same kind as the server at `likeUrl`. */
export async function startDatabasePair(likeUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-pair-'))
  const isMysql = (await readServerName(likeUrl)).startsWith('MySQL')
  const server = isMysql ? await findOrUnpackMysql() : undefined
  const settings = { durable: false, powerful: true, logs: true, ...(server ? { server } : {}) }
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')]
  const primary = await startDatabase({ ...settings, dir: primaryDir, serverId: 1 })
  // The replica replays the statement that sets the primary's password, so both use the same password file.
  await mkdir(replicaDir)
  await copyFile(join(primaryDir, 'password'), join(replicaDir, 'password'))
  const startReplica = (port?: number) =>
    startDatabase({ ...settings, dir: replicaDir, serverId: 2, ...(port === undefined ? {} : { port }) })
  let replica = await startReplica()
  const runOnReplica = async (...statements: string[]) => {
    const connection = await createConnection(replica.url)
    try {
      for (const statement of statements) await connection.query(statement)
    } finally {
      await connection.end()
    }
  }
  const primaryConnection = await createConnection(primary.url)
  // MySQL accepts at most 32 characters as the password of a replication source.
  await primaryConnection.query("create user follower@'%' identified by 'only-for-tests'")
  await primaryConnection.query("grant replication slave on *.* to follower@'%'")
  await primaryConnection.end()
  const source = isMysql
    ? `change replication source to source_host = '127.0.0.1', source_port = ${primary.port}, source_user = 'follower',
       source_password = 'only-for-tests', source_log_file = 'binlog.000001', source_log_pos = 4, get_source_public_key = 1`
    : `change master to master_host = '127.0.0.1', master_port = ${primary.port}, master_user = 'follower',
       master_password = 'only-for-tests', master_log_file = 'binlog.000001', master_log_pos = 4`
  await runOnReplica(source, 'start replica')
  return {
    primary,
    port: replica.port,
    onReplica: runOnReplica,
    /** Delays replication by this number of seconds. */
    delay: (seconds: number) =>
      runOnReplica(
        'stop replica',
        isMysql
          ? `change replication source to source_delay = ${seconds}`
          : `change master to master_delay = ${seconds}`,
        'start replica',
      ),
    replicaUrl: (databaseUrl: string, port = replica.port) => {
      const url = new URL(databaseUrl)
      url.port = String(port)
      return url.href
    },
    async killReplica() {
      process.kill(replica.pid, 'SIGKILL')
      await waitFor('the replica to end', async () => !isAlive(replica.pid))
    },
    startReplica: async () => {
      replica = await startReplica(replica.port)
    },
    async end() {
      await Promise.all([replica.stop(), primary.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
