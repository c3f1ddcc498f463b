import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { findRedisServer } from '../../scripts/dev-services/binaries.mjs'
import { findFreePort, waitFor } from './shop.ts'

const password = 'only-for-tests'
const SLOTS = 16_384

export type Node = { port: number; process: ChildProcess; client: Redis }

/** Prepares a topology. Returns functions that start a server on a free port of 127.0.0.1, and end all servers. */
async function openTopology() {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-redis-'))
  const nodes: Node[] = []
  const startNode = async (settings: string[], isSentinel = false): Promise<Node> => {
    const port = await findFreePort()
    const dir = join(folder, String(port))
    await mkdir(dir)
    const file = join(dir, 'redis.conf')
    const commonSettings = [`port ${port}`, 'bind 127.0.0.1', `dir ${dir}`, 'daemonize no']
    await writeFile(file, [...commonSettings, ...settings].join('\n'))
    const command = process.env.REDIS_SERVER_PATH ?? findRedisServer()
    if (!command) throw new Error('no redis-server')
    const child = spawn(command, isSentinel ? [file, '--sentinel'] : [file], { stdio: 'ignore' })
    const client = new Redis({
      port,
      host: '127.0.0.1',
      password: isSentinel ? undefined : password,
      lazyConnect: true,
    })
    client.on('error', () => undefined)
    const node = { port, process: child, client }
    nodes.push(node)
    await waitFor(`redis on ${port}`, () => client.ping())
    return node
  }
  return {
    start: startNode,
    async end() {
      for (const { client } of nodes) client.disconnect()
      const runningNodes = nodes.filter(
        ({ process: child }) => child.exitCode === null && child.signalCode === null,
      )
      const ended = runningNodes.map(({ process: child }) => once(child, 'exit'))
      for (const { process: child } of runningNodes) {
        // A test may have frozen the process by SIGSTOP.
        child.kill('SIGCONT')
        child.kill('SIGKILL')
      }
      await Promise.all(ended)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const serverSettings = [
  `requirepass ${password}`,
  `masterauth ${password}`,
  'appendonly yes',
  'save ""',
  'maxmemory-policy noeviction',
]

/** Starts a primary, a replica and Sentinels, which replace a primary that is down for a second. */
export async function startSentinels() {
  const topology = await openTopology()
  try {
    const primary = await topology.start(serverSettings)
    const replica = await topology.start([...serverSettings, `replicaof 127.0.0.1 ${primary.port}`])
    await waitFor('a synchronized replica', async () =>
      (await replica.client.info('replication')).includes('master_link_status:up'),
    )
    const sentinelSettings = [
      `sentinel monitor aeropub 127.0.0.1 ${primary.port} 2`,
      `sentinel auth-pass aeropub ${password}`,
      'sentinel down-after-milliseconds aeropub 1000',
      'sentinel failover-timeout aeropub 3000',
    ]
    const sentinels = [
      await topology.start(sentinelSettings, true),
      await topology.start(sentinelSettings, true),
      await topology.start(sentinelSettings, true),
    ]
    for (const { client } of sentinels)
      await waitFor('Sentinels that know each other', async () => {
        const quorum = await client.call('SENTINEL', 'CKQUORUM', 'aeropub')
        const replicas = await client.call('SENTINEL', 'REPLICAS', 'aeropub')
        return String(quorum).startsWith('OK 3') && Array.isArray(replicas) && replicas.length === 1
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

/** Starts three primaries, and a replica of the primary that owns `key`. */
export async function startRedisCluster(key: string) {
  const topology = await openTopology()
  try {
    const clusterSettings = [
      ...serverSettings,
      'cluster-enabled yes',
      'cluster-node-timeout 1000',
      'cluster-require-full-coverage no',
    ]
    const primaries = [
      await topology.start(clusterSettings),
      await topology.start(clusterSettings),
      await topology.start(clusterSettings),
    ]
    const replica = await topology.start(clusterSettings)
    const [first] = primaries
    if (!first) throw new Error('no node')
    for (const [index, { client }] of primaries.entries()) {
      const firstSlot = Math.floor((SLOTS * index) / primaries.length)
      const endSlot = Math.floor((SLOTS * (index + 1)) / primaries.length)
      const slots = Array.from({ length: endSlot - firstSlot }, (_, offset) => firstSlot + offset)
      await client.call('CLUSTER', 'ADDSLOTS', ...slots)
    }
    for (const { port } of [...primaries.slice(1), replica])
      await first.client.call('CLUSTER', 'MEET', '127.0.0.1', port)
    const slot = Number(await first.client.call('CLUSTER', 'KEYSLOT', key))
    const owner = primaries[Math.floor((slot * primaries.length) / SLOTS)] ?? first
    const ownerId = String(await owner.client.call('CLUSTER', 'MYID'))
    await waitFor('a replica of the owner', async () => {
      const nodes = String(await replica.client.call('CLUSTER', 'NODES'))
      if (nodes.split('\n').filter(Boolean).length < 4) return false
      return (await replica.client.call('CLUSTER', 'REPLICATE', ownerId)) === 'OK'
    })
    await waitFor('a synchronized replica', async () =>
      (await replica.client.info('replication')).includes('master_link_status:up'),
    )
    for (const { client } of [...primaries, replica])
      await waitFor('a whole Cluster', async () =>
        String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok'),
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
