import { Cluster, Redis, type RedisOptions, SentinelConnector } from 'ioredis'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'

/** A connection to a single server, to the primary that Sentinels announce, or to a Cluster. */
export type RedisClient = Redis | Cluster

type Limits = Pick<
  RedisOptions,
  'connectTimeout' | 'commandTimeout' | 'enableOfflineQueue' | 'maxRetriesPerRequest'
>

const calculateRetryMs = (attempt: number) => Math.min(200 * attempt, 2_000)

/** Opens a connection. User, password, database and TLS of all servers come from REDIS_URL. */
export function openRedis(limits: Limits, url = env.REDIS_URL): RedisClient {
  const client = connect(limits, url)
  client.on('error', (error) => log.debug({ err: error }, 'redis'))
  return client
}

/**
 * Closes the previous connection first, because ioredis's connector still listens to it. Its messages during the
 * search for the primary would end the client.
 */
class PersistentSentinelConnector extends SentinelConnector {
  constructor(options: unknown) {
    super(Object(options))
  }

  override connect(
    ...connectArgs: Parameters<SentinelConnector['connect']>
  ): ReturnType<SentinelConnector['connect']> {
    this.disconnect()
    return super.connect(...connectArgs)
  }
}

function connect(limits: Limits, url: string): RedisClient {
  const options = { ...limits, retryStrategy: calculateRetryMs, reconnectOnError: shouldReconnect }
  if (env.REDIS_CLUSTER.length > 0) {
    const { enableOfflineQueue, ...redisOptions } = { ...limits, ...parseRedisUrl(url) }
    return new Cluster(env.REDIS_CLUSTER, {
      redisOptions: { ...redisOptions, reconnectOnError: shouldReconnect },
      enableOfflineQueue: enableOfflineQueue ?? true,
      clusterRetryStrategy: calculateRetryMs,
    })
  }
  if (env.REDIS_SENTINELS.length === 0) return new Redis(url, options)
  return new Redis({
    ...options,
    ...parseRedisUrl(url),
    Connector: PersistentSentinelConnector,
    sentinels: env.REDIS_SENTINELS,
    name: env.REDIS_SENTINEL_NAME,
    sentinelPassword: env.REDIS_SENTINEL_PASSWORD,
    sentinelRetryStrategy: calculateRetryMs,
    ...(url.startsWith('rediss:') ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    // A frozen primary keeps its connections open, so Sentinels must announce the next primary.
    failoverDetector: true,
  })
}

function parseRedisUrl(url: string): RedisOptions {
  const { username, password, pathname, protocol } = new URL(url)
  return {
    username: decodeURIComponent(username) || undefined,
    password: decodeURIComponent(password) || undefined,
    db: Number(pathname.slice(1)) || 0,
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  }
}

/** Returns 2 if the server is no longer the primary. ioredis then reconnects and retries the command. */
function shouldReconnect(error: Error): 2 | false {
  return error.message.startsWith('READONLY') ? 2 : false
}
