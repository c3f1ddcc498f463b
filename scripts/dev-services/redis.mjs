import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findRedisServer } from './binaries.mjs'
import { readOrCreateSecret, writeWhole } from './files.mjs'
import { Problem } from './log.mjs'
import { findFreePort } from './ports.mjs'
import { Background } from './processes.mjs'

/**
 * Starts Redis. `dir` keeps the data, so starting again with the same `dir` and `port` is a restart.
 * @param {{ dir: string, scope?: import('./scope.mjs').Scope, port?: number, server?: string }} options
 */
export async function startRedis({
  dir,
  scope,
  port,
  server = process.env.REDIS_SERVER_PATH ?? findRedisServer(),
}) {
  if (!server) throw new Problem('No Redis server found.')
  const dataFolder = join(dir, 'data')
  mkdirSync(dataFolder, { recursive: true })
  const password = readOrCreateSecret(join(dir, 'password'))

  for (let attempt = 1; ; attempt++) {
    const chosenPort = port ?? (await findFreePort())
    const configurationFile = join(dir, 'redis.conf')
    writeWhole(configurationFile, makeSettings({ data: dataFolder, port: chosenPort, password }), 0o600)
    const instance = new Background({
      name: 'redis',
      command: server,
      args: [configurationFile],
      dir,
      // Redis changes its own command line to "redis-server 127.0.0.1:port".
      marker: '-server',
      grace: 30_000,
    })
    scope?.add(instance)
    try {
      await instance.ready('Redis', () => isServing(chosenPort, password, instance.pid))
      const url = `redis://:${password}@127.0.0.1:${chosenPort}`
      return {
        url,
        port: chosenPort,
        pid: instance.pid,
        server,
        instance,
        stop: () => instance.stop(),
        kill: () => {
          instance.kill()
          return instance.exited
        },
      }
    } catch (error) {
      await instance.stop()
      if (port !== undefined || attempt === 2) throw error
    }
  }
}

/** @param {{ data: string, port: number, password: string }} choices */
function makeSettings({ data: dataFolder, port, password }) {
  return `port ${port}
bind 127.0.0.1
requirepass ${password}
dir ${JSON.stringify(dataFolder)}
daemonize no
appendonly yes
appendfsync always
maxmemory-policy noeviction
save ""
`
}

/** @param {number} port @param {string} password @param {number} pid @returns {Promise<boolean>} */
function isServing(port, password, pid) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let text = ''
    const resolveWith = (/** @type {boolean} */ result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(2000, () => resolveWith(false))
    socket.once('error', () => resolveWith(false))
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nINFO\r\n`))
    socket.once('close', () => resolveWith(false))
    socket.on('data', (chunk) => {
      text += chunk
      if (/process_id:\d+\r\n/.test(text) && /loading:\d/.test(text)) {
        resolveWith(text.includes(`process_id:${pid}\r\n`) && text.includes('loading:0'))
      }
    })
  })
}
