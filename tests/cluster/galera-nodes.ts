import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { findFreePort, waitFor } from '../support/shop.ts'

const libraries = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
]
const password = 'only-for-tests'
const JOIN_LIMIT_MS = 90_000

/** Ports of a node: clients, group communication, incremental and full state transfer. */
type Ports = { sql: number; group: number; changes: number; state: number }
type Node = { url: string; kill(): Promise<void>; start(): Promise<void> }

/**
 * Starts three MariaDB nodes on 127.0.0.1 that all accept writes. Needs mariadb-server, galera-4, rsync,
 * lsof.
 */
export async function startGalera() {
  const library = libraries.find(existsSync)
  if (!library) throw new Error('no libgalera_smm.so: install galera-4')
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-galera-'))
  const ports: Ports[] = []
  while (ports.length < 3)
    ports.push({
      sql: await findFreePort(),
      group: await findFreePort(),
      changes: await findFreePort(),
      state: await findFreePort(),
    })
  const group = `gcomm://${ports.map(({ group: port }) => `127.0.0.1:${port}`).join(',')}`
  const running = new Map<number, ChildProcess>()
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'init.sql'), `${statements.join(';\n')};\n`)
  changeOwner(folder)

  async function prepareNode(index: number) {
    const data = join(folder, `data${index}`)
    await mkdir(data)
    changeOwner(data)
    const [command = '', ...args] = prependOwner([
      'mariadb-install-db',
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ])
    execFileSync(command, args, { stdio: 'ignore' })
  }

  async function startNode(index: number, extraSettings: string[]) {
    const port = ports[index]
    if (!port) throw new Error('no such node')
    const log = join(folder, `log${index}`)
    const [command = '', ...args] = prependOwner([
      'mariadbd',
      '--no-defaults',
      `--datadir=${join(folder, `data${index}`)}`,
      `--socket=${join(folder, `socket${index}`)}`,
      `--pid-file=${join(folder, `pid${index}`)}`,
      `--init-file=${join(folder, 'init.sql')}`,
      `--port=${port.sql}`,
      '--bind-address=127.0.0.1',
      '--binlog-format=ROW',
      '--innodb-autoinc-lock-mode=2',
      '--wsrep-on=ON',
      `--wsrep-provider=${library}`,
      '--wsrep-cluster-name=aeropub-test',
      `--wsrep-node-name=n${index}`,
      `--wsrep-node-address=127.0.0.1:${port.group}`,
      '--wsrep-sst-method=rsync',
      `--wsrep-sst-receive-address=127.0.0.1:${port.state}`,
      `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${port.group};ist.recv_addr=127.0.0.1:${port.changes}`,
      ...extraSettings,
    ])
    const child = spawn(command, args, { stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')] })
    running.set(index, child)
    await waitFor(
      `node ${index}`,
      async () => child.exitCode !== null || (await isSynced(formatUrl(port.sql))),
      JOIN_LIMIT_MS,
    )
    if (child.exitCode !== null)
      throw new Error(`node ${index} ended:\n${(await readFile(log, 'utf8')).slice(-2_000)}`)
  }

  async function killNode(index: number) {
    const child = running.get(index)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // runuser does not forward SIGKILL, so the server's own process id is needed.
    const pid = Number(await readFile(join(folder, `pid${index}`), 'utf8').catch(() => child.pid))
    process.kill(pid, 'SIGKILL')
    await ended
  }

  const endCluster = async () => {
    for (const index of running.keys()) await killNode(index)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const index of ports.keys()) await prepareNode(index)
    await startNode(0, ['--wsrep-cluster-address=gcomm://', '--wsrep-new-cluster'])
    for (const index of [1, 2]) await startNode(index, [`--wsrep-cluster-address=${group}`])
  } catch (error) {
    await endCluster()
    throw error
  }
  const nodes: Node[] = ports.map(({ sql }, index) => ({
    url: formatUrl(sql),
    kill: () => killNode(index),
    start: () => startNode(index, [`--wsrep-cluster-address=${group}`]),
  }))
  return { nodes, end: endCluster }
}

/** Every node runs these at its start, so `wsrep_on=OFF` prevents their replication. */
const statements = [
  'set wsrep_on=OFF',
  `set password for root@localhost = password('${password}')`,
  `create user if not exists root@'127.0.0.1' identified by '${password}'`,
  "grant all on *.* to root@'127.0.0.1' with grant option",
]

function formatUrl(port: number): string {
  return `mysql://root:${password}@127.0.0.1:${port}/`
}

async function isSynced(url: string): Promise<boolean> {
  const connection = await createConnection({ uri: url, connectTimeout: 1_000 })
  try {
    const [rows] = await connection.query("show status like 'wsrep_local_state_comment'")
    return JSON.stringify(rows).includes('Synced')
  } finally {
    await connection.end()
  }
}

const isRoot = process.getuid?.() === 0

/** Returns the command, run as nobody if this is root, because a state transfer by rsync fails for root. */
function prependOwner(args: string[]): string[] {
  return isRoot ? ['runuser', '-u', 'nobody', '--', ...args] : args
}

function changeOwner(path: string): void {
  if (isRoot) execFileSync('chown', ['-R', 'nobody', path])
}
