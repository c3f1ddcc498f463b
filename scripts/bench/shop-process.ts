import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { heapFlags } from '../../server/heap-flags.mjs'

export type ShopProcess = { pid: number; url: string; startMs: number; stop(): Promise<void> }

/** Starts `build/tools/<name>.js`; `startMs` is the time until the first 200 of /healthz. */
export async function startShopProcess(
  name: 'web' | 'worker',
  env: Record<string, string>,
): Promise<ShopProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const portSettings =
    name === 'web' ? { PORT: String(port), PUBLIC_URL: url } : { WORKER_PORT: String(port) }
  const startedAt = performance.now()
  const nodeFlags = name === 'web' ? heapFlags : []
  const child = spawn(process.execPath, [...nodeFlags, `build/tools/${name}.js`], {
    env: { ...process.env, ...env, ...portSettings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  while (!(await isHealthy(`${url}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`${name} ended at once`)
    await pause(10)
  }
  return { pid: child.pid ?? 0, url, startMs: performance.now() - startedAt, stop: () => stopProcess(child) }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function isHealthy(address: string): Promise<boolean> {
  return fetch(address).then(
    (answer) => answer.ok,
    () => false,
  )
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
