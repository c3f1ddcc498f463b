import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findRedisServer } from '../../scripts/dev-services/binaries.mjs'
import { findFreePort, until } from './shop.ts'

const password = 'only-for-tests'
const SLOTS = 16_384

export type Node = { port: number; process: ChildProcess; ask: Redis }

/** Opens a topology. Each server has a free port of 127.0.0.1 and a folder of its own. */
async function openTopology() {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-redis-'))
  const nodes: Node[] = []
  const start = async (lines: string[], isSentinel = false): Promise<Node> => {
    const port = await findFreePort()
    const dir = join(folder, String(port))
    await mkdir(dir)
    const file = join(dir, 'redis.conf')
    const common = [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, 'daemonize no']
    await writeFile(file, [...common, ...lines].join('\n'))
    const command = process.env.REDIS_SERVER_PATH ?? findRedisServer()
    if (!command) throw new Error('no redis-server')
    const child = spawn(command, isSentinel ? [file, '--sentinel'] : [file], { stdio: 'ignore' })
    const ask = new Redis({
      port,
      host: '127.0.0.1',
      password: isSentinel ? undefined : password,
      lazyConnect: true,
    })
    ask.on('error', () => undefined)
    const node = { port, process: child, ask }
    nodes.push(node)
    await until(`redis on ${port}`, () => ask.ping())
    return node
  }
  return {
    start,
    async end() {
      for (const { ask } of nodes) ask.disconnect()
      const alive = nodes.filter(({ process: child }) => child.exitCode === null && child.signalCode === null)
      const ended = alive.map(({ process: child }) => once(child, 'exit'))
      for (const { process: child } of alive) {
        child.kill('SIGCONT')
        child.kill('SIGKILL')
      }
      await Promise.all(ended)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const server = [
  `requirepass ${password}`,
  `masterauth ${password}`,
  'appendonly yes',
  'save ""',
  'maxmemory-policy noeviction',
]

/** Starts Sentinels that replace the primary after a second. */
export async function startSentinels() {
  const topology = await openTopology()
  try {
    const primary = await topology.start(server)
    const replica = await topology.start([...server, `replicaof 127.0.0.1 ${primary.port}`])
    await until('a replica in step', async () =>
      (await replica.ask.info('replication')).includes('master_link_status:up'),
    )
    const watched = [
      `sentinel monitor aeropub 127.0.0.1 ${primary.port} 2`,
      `sentinel auth-pass aeropub ${password}`,
      'sentinel down-after-milliseconds aeropub 1000',
      'sentinel failover-timeout aeropub 3000',
    ]
    const sentinels = [
      await topology.start(watched, true),
      await topology.start(watched, true),
      await topology.start(watched, true),
    ]
    for (const { ask } of sentinels)
      await until('Sentinels that know each other', async () => {
        const seen = await ask.call('SENTINEL', 'CKQUORUM', 'aeropub')
        const [replicas] = [await ask.call('SENTINEL', 'REPLICAS', 'aeropub')]
        return String(seen).startsWith('OK 3') && Array.isArray(replicas) && replicas.length === 1
      })
    return {
      primary,
      replica,
      environment: {
        REDIS_URL: `redis://:${password}@127.0.0.1:${primary.port}`,
        REDIS_SENTINELS: sentinels.map(({ port }) => `127.0.0.1:${port}`).join(','),
        REDIS_SENTINEL_NAME: 'aeropub',
      },
      end: topology.end,
    }
  } catch (error) {
    await topology.end()
    throw error
  }
}

/** Starts three primaries, and a replica of the one with the shop's keys. */
export async function startRedisCluster(key: string) {
  const topology = await openTopology()
  try {
    const lines = [
      ...server,
      'cluster-enabled yes',
      'cluster-node-timeout 1000',
      'cluster-require-full-coverage no',
    ]
    const primaries = [await topology.start(lines), await topology.start(lines), await topology.start(lines)]
    const replica = await topology.start(lines)
    const [first] = primaries
    if (!first) throw new Error('no node')
    for (const [index, { ask }] of primaries.entries()) {
      const from = Math.floor((SLOTS * index) / primaries.length)
      const to = Math.floor((SLOTS * (index + 1)) / primaries.length)
      await ask.call('CLUSTER', 'ADDSLOTS', ...Array.from({ length: to - from }, (_slot, at) => from + at))
    }
    for (const { port } of [...primaries.slice(1), replica])
      await first.ask.call('CLUSTER', 'MEET', '127.0.0.1', port)
    const slot = Number(await first.ask.call('CLUSTER', 'KEYSLOT', key))
    const owner = primaries[Math.floor((slot * primaries.length) / SLOTS)] ?? first
    const ownerId = String(await owner.ask.call('CLUSTER', 'MYID'))
    await until('a replica of the owner', async () => {
      const nodes = String(await replica.ask.call('CLUSTER', 'NODES'))
      if (nodes.split('\n').filter(Boolean).length < 4) return false
      return (await replica.ask.call('CLUSTER', 'REPLICATE', ownerId)) === 'OK'
    })
    await until('a replica in step', async () =>
      (await replica.ask.info('replication')).includes('master_link_status:up'),
    )
    for (const { ask } of [...primaries, replica])
      await until('a whole Cluster', async () =>
        String(await ask.call('CLUSTER', 'INFO')).includes('cluster_state:ok'),
      )
    return {
      owner,
      replica,
      environment: {
        REDIS_URL: `redis://:${password}@127.0.0.1:${first.port}`,
        REDIS_CLUSTER: primaries.map(({ port }) => `127.0.0.1:${port}`).join(','),
      },
      end: topology.end,
    }
  } catch (error) {
    await topology.end()
    throw error
  }
}
