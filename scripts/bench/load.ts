import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readProcessorMs } from './process-figures.ts'

export const CONNECTIONS = 8
const script = join(import.meta.dirname, 'wrk.lua')
const ANSWER_LIMIT = '30s'
const ONCE_LIMIT_SECONDS = 120

export type BenchRequest = { path: string; cookie?: string; token?: string; encoding?: string; form?: string }

export type Side = { readonly name: string; readonly url: string; readonly pid: number }

/** Latencies and processor time per request, in milliseconds. */
export type Round = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  cpu: number
  bytes: number
}

/** How long to send: repeatedly for some seconds, or each request once, expecting `status`. */
export type LoadExtent = { seconds: number } | { isOnce: true; status: number }

export class WrongAnswer extends Error {
  override name = 'WrongAnswer'
}

/** Sends requests over eight connections. Throws WrongAnswer for a missing response or wrong status. */
export async function runBenchRound(
  side: Side,
  benchRequests: readonly BenchRequest[],
  extent: LoadExtent,
): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-bench-'))
  try {
    const file = join(folder, 'requests')
    writeFileSync(file, `${benchRequests.map(formatLine).join('\n')}\n`)
    const [seconds, mode, status] =
      'isOnce' in extent ? [ONCE_LIMIT_SECONDS, 'once', extent.status] : [extent.seconds, 'round', '-']
    const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', ANSWER_LIMIT, '-s', script]
    const cpuBefore = readProcessorMs(side.pid)
    const output = await runWrk([...options, side.url, '--', file, mode, String(status)])
    return parseRound(side, benchRequests, output, readProcessorMs(side.pid) - cpuBefore)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function formatLine({ path, cookie = '', token = '', encoding = '', form = '' }: BenchRequest): string {
  return [form ? 'POST' : 'GET', path, cookie, token, encoding, form].join('\t')
}

function runWrk(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`wrk: ${code}\n${output}`)),
    )
  })
}

function parseRound(side: Side, benchRequests: readonly BenchRequest[], output: string, cpu: number): Round {
  const line = output.split('\n').find((outputLine) => outputLine.startsWith('{'))
  if (!line) throw new Error(`wrk: ${output}`)
  const wrkResult: Record<string, number> = JSON.parse(line)
  const { requests = 0, bytes = 0, us = 0, p50 = 0, p99 = 0, statuses = 0, wrong = 0, lost = 0 } = wrkResult
  if (requests === 0 || statuses + wrong + lost > 0) {
    const counts = `${requests} answers, ${statuses} errors, ${wrong} of another type, ${lost} lost`
    throw new WrongAnswer(`${side.name}, ${benchRequests[0]?.path}: ${counts}`)
  }
  return {
    requests,
    perSecond: requests / (us / 1e6),
    p50: p50 / 1000,
    p99: p99 / 1000,
    cpu: cpu / requests,
    bytes: bytes / requests,
  }
}
