import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { heapFlags } from '../../server/heap-flags.mjs'
import { root } from '../dev-services/paths.mjs'
import { findFreePort, isHealthy } from '../dev-services/ports.mjs'
import { Background } from '../dev-services/processes.mjs'
import type { Side } from './load.ts'

const START_LIMIT_MS = 30_000

export type BenchProcess = Side & { startMs: number; stop(): Promise<unknown> }

type Options = { dir: string; name: string; env?: Record<string, string>; nodeArgs?: string[] }

export function startWeb({ nodeArgs = [], ...options }: Options): Promise<BenchProcess> {
  return startBenchProcess(options, [...heapFlags, ...nodeArgs, join(root, 'build/tools/web.js')], '/readyz')
}

/** Starts the baseline. Its pages contain the addresses of the shop. */
export function startFloor(options: Options): Promise<BenchProcess> {
  return startBenchProcess(
    options,
    ['--import', 'tsx', join(root, 'scripts/bench/floor/server.ts')],
    '/healthz',
  )
}

async function startBenchProcess(
  { dir, name, env = {} }: Options,
  args: string[],
  probe: string,
): Promise<BenchProcess> {
  const port = String(await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const processEnv = { ...process.env, PUBLIC_URL: url, ...env, PORT: port }
  const startedAt = performance.now()
  const background = new Background({
    name,
    command: process.execPath,
    args,
    env: processEnv,
    dir,
    marker: args.at(-1) ?? '',
  })
  await background.ready(name, () => isHealthy(`${url}${probe}`), START_LIMIT_MS)
  const startMs = performance.now() - startedAt
  return { name, url, pid: background.pid, startMs, stop: () => background.stop() }
}

/** Runs `work` and returns the path of the profile that Node writes when the process exits. */
export async function runWithProfile(
  options: Options,
  folder: string,
  work: (side: Side) => Promise<unknown>,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const nodeArgs = ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${options.name}.cpuprofile`]
  const web = await startWeb({ ...options, nodeArgs })
  try {
    await work(web)
  } finally {
    await web.stop()
  }
  const file = `${options.name}.cpuprofile`
  if (!readdirSync(folder).includes(file)) throw new Error(`no profile ${file}`)
  return join(folder, file)
}
