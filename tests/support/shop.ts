import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'

type Environment = Record<string, string | undefined>
export type ShopProcess = {
  readonly pid: number
  readonly url: string
  output(): string
  /** sends SIGTERM and waits */
  stop(): Promise<number | null>
  /** sends a signal to this process alone */
  signal(name: NodeJS.Signals): void
  readonly ended: Promise<number | null>
}

/** A limit far above the usual start, which takes longer on a machine that is busy with tests. */
const START_LIMIT_MS = 60_000

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

/** Polls until `attempt` returns a value other than false. Throws after `limitMs`. */
export async function waitFor<T>(
  description: string,
  attempt: () => Promise<T | undefined | false>,
  limitMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    const value = await attempt().catch(() => undefined)
    if (value !== undefined && value !== false) return value
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`waited in vain for: ${description}`)
}

/** Starts the built web process and waits until it is ready. */
export async function startWeb(
  environment: Environment,
  port?: number,
  build?: string,
  host?: string,
): Promise<ShopProcess> {
  const shop = launchWeb(environment, port ?? (await findFreePort()), build, host)
  await waitUntilReady(shop, `${shop.url}/healthz`)
  return shop
}

/** Starts the built web process without waiting. */
export function launchWeb(
  environment: Environment,
  port: number,
  build = 'build',
  host = '127.0.0.1',
): ShopProcess {
  const url = `http://${host}:${port}`
  return startProcess(`${build}/tools/web.js`, { ...environment, PORT: String(port), PUBLIC_URL: url }, url)
}

export async function startWorker(environment: Environment): Promise<ShopProcess> {
  const shop = await launchWorker(environment)
  await waitUntilReady(shop, `${shop.url}/healthz`)
  return shop
}

/** Starts the built worker without waiting. */
export async function launchWorker(environment: Environment): Promise<ShopProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  return startProcess('build/tools/worker.js', { ...environment, WORKER_PORT: String(port) }, url)
}

/** Runs a command and returns its output. Throws if it fails. */
export async function runTool(
  name:
    | 'migrate'
    | 'seed'
    | 'schedules'
    | 'order-status'
    | 'remove-demonstration'
    | 'note-backup'
    | 'backup'
    | 'restore'
    | 'replay'
    | 'database-users'
    | 'maintenance',
  environment: Environment,
  args: string[] = [],
): Promise<string> {
  const tool = startProcess(`build/tools/${name}.js`, environment, '', args)
  if ((await tool.ended) !== 0) throw new Error(tool.output())
  return tool.output()
}

function startProcess(
  script: string,
  environment: Environment,
  url: string,
  scriptArguments: string[] = [],
): ShopProcess {
  const child = spawn(process.execPath, [script, ...scriptArguments], {
    // A busy machine or fifty concurrent forms must not count as overload in tests.
    env: { MAX_LAG_MS: '60000', MAX_REQUESTS: '256', ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      saveLog(`${basename(script, '.js')}-${child.pid}.log`, chunk.toString())
    })
  }
  const ended = waitForExit(child)
  return {
    pid: child.pid ?? 0,
    url,
    ended,
    output: () => output,
    signal: (name) => void child.kill(name),
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Appends output to a log file, in which scripts/test/people-in-logs.mjs searches for personal data. */
export function saveLog(name: string, output: string): void {
  const folder = process.env.SHOP_LOGS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, name), output)
}

async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode
  const [code] = await once(child, 'exit')
  return typeof code === 'number' ? code : null
}

async function waitUntilReady(shop: ShopProcess, address: string) {
  let hasEnded = false
  void shop.ended.then(() => {
    hasEnded = true
  })
  const attemptFetch = async () => hasEnded || (await fetch(address)).ok
  await waitFor(address, attemptFetch, START_LIMIT_MS).catch(async (error) => {
    shop.signal('SIGKILL')
    await shop.ended
    throw error
  })
  if (hasEnded) throw new Error(`ended at once:\n${shop.output()}`)
}
