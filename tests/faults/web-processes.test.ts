import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchWeb, type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { prepareBuyer, readOrderNumber } from './support/buyer.ts'

/** A request that waits this long counts as aborted. No served response takes nearly as long. */
const RESPONSE_LIMIT_MS = 20_000
/** Four processes start and four retire, one after the other. */
const REPLACEMENT_LIMIT_MS = 90_000

let harness: FaultHarness

beforeAll(async () => {
  harness = await startHarness({ WEB_PROCESSES: '2' })
})

afterAll(() => harness.end())

/** Returns the processes that, by the log, have started to serve, in sequence. */
function listStartedProcesses(web: ShopProcess): number[] {
  const started = web.output().matchAll(/"pid":(\d+),[^\n]*"msg":"web started"/g)
  return [...started].map(([, pid]) => Number(pid))
}

function listServingProcesses(web: ShopProcess): number[] {
  return listStartedProcesses(web).filter(isAlive)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function waitForTwoProcesses(
  web: ShopProcess,
  excludedPids: readonly number[] = [],
): Promise<number[]> {
  return waitFor('two web processes', async () => {
    const pids = listServingProcesses(web)
    return pids.length === 2 && !pids.some((pid) => excludedPids.includes(pid)) && pids
  })
}

/** Starts six clients that request one page after another, reusing connections if `keepAlive`, else with a new one each. */
function startLoad(web: ShopProcess, { keepAlive } = { keepAlive: true }) {
  const agent = new Agent({ keepAlive, maxSockets: 6 })
  const results = { responseCount: 0, failures: [] as string[] }
  let isOver = false
  const fetchPath = (path: string) =>
    new Promise<void>((resolve) => {
      const fail = (error: Error) => {
        results.failures.push(`${path}: ${error.message}`)
        resolve()
      }
      const limit = AbortSignal.timeout(RESPONSE_LIMIT_MS)
      const clientRequest = get(`${web.url}${path}`, { agent, signal: limit }, (response) => {
        if (response.statusCode !== 200) results.failures.push(`${path}: ${response.statusCode}`)
        response.once('error', fail)
        response.once('end', () => {
          results.responseCount += 1
          resolve()
        })
        response.resume()
      })
      clientRequest.once('error', fail)
    })
  const runClient = async (first: number) => {
    for (let index = first; !isOver; index++)
      await fetchPath(['/', '/healthz', '/cart', '/readyz'][index % 4] ?? '/')
  }
  const clients = Promise.all(Array.from({ length: 6 }, (_, index) => runClient(index)))
  return {
    results,
    /** Waits for this number of further responses. */
    waitForResponses: async (count: number) => {
      const goal = results.responseCount + count
      await waitFor(`${count} further responses`, async () => results.responseCount >= goal)
    },
    async end() {
      isOver = true
      await clients
      agent.destroy()
    },
  }
}

/** Returns the error code of a new connection, or undefined if it is served. Waits a second for a response. */
function findConnectionError(url: string): Promise<unknown> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    () => undefined,
    (error) => error.cause?.code,
  )
}

test('killing one of two processes under load loses only its open responses, and another starts', async () => {
  const web = await harness.startWeb()
  const pidsBefore = await waitForTwoProcesses(web)
  const load = startLoad(web)
  await load.waitForResponses(50)
  const [victim = 0] = pidsBefore
  process.kill(victim, 'SIGKILL')
  await load.waitForResponses(50)
  const pidsAfter = await waitForTwoProcesses(web)
  await load.waitForResponses(50)
  await load.end()
  expect(pidsAfter).toContain(pidsBefore[1])
  expect(pidsAfter).not.toContain(victim)
  // Each of the six clients can lose one response.
  expect(load.results.failures.length).toBeLessThanOrEqual(6)
  expect(await web.stop()).toBe(0)
})

test('while processes are killed, each request is answered by another process or fails at once', async () => {
  const web = await harness.startWeb()
  const load = startLoad(web, { keepAlive: false })
  for (let kills = 0; kills < 4; kills++) {
    const [victim = 0] = await waitForTwoProcesses(web)
    await load.waitForResponses(20)
    process.kill(victim, 'SIGKILL')
    await waitFor('the end of a killed process', async () => !isAlive(victim))
  }
  await waitForTwoProcesses(web)
  await load.end()
  expect(load.results.failures.filter((failure) => failure.includes('operation was aborted'))).toEqual([])
  expect(await web.stop()).toBe(0)
})

test('a SIGHUP during a reload under load reloads again, and no request fails', async () => {
  const web = await harness.startWeb()
  await waitForTwoProcesses(web)
  const load = startLoad(web)
  await load.waitForResponses(50)
  web.signal('SIGHUP')
  await waitFor('the first new process', async () => listStartedProcesses(web).length > 2)
  web.signal('SIGHUP')
  const hasReloadedTwice = async () =>
    listStartedProcesses(web).length === 6 && listServingProcesses(web).length === 2
  await waitFor('two reloads', hasReloadedTwice, REPLACEMENT_LIMIT_MS)
  await load.waitForResponses(50)
  await load.end()
  expect(load.results.failures).toEqual([])
  expect(listServingProcesses(web)).toEqual(listStartedProcesses(web).slice(-2))
  expect(web.output()).not.toContain('ended unasked')
  expect(await web.stop()).toBe(0)
})

test('SIGTERM finishes a slow request, rejects new ones and ends all processes', async () => {
  const web = await harness.startWeb()
  const pids = await waitForTwoProcesses(web)
  const body = 'email=ninguem%40exemplo.test&password=x'
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
    'Sec-Fetch-Site': 'same-origin',
    Expect: '100-continue',
  }
  const slowRequest = request(`${web.url}/login`, { method: 'POST', headers })
  slowRequest.flushHeaders()
  await once(slowRequest, 'continue')
  slowRequest.write(body.slice(0, 10))
  const ended = web.stop()
  await waitFor('a refused connection', async () => {
    const error = await findConnectionError(web.url)
    return error === 'ECONNREFUSED'
  })
  slowRequest.end(body.slice(10))
  const [response]: IncomingMessage[] = await once(slowRequest, 'response')
  const wrongPasswordStatus = 400
  expect(response?.statusCode).toBe(wrongPasswordStatus)
  response?.resume()
  expect(await ended).toBe(0)
  expect(pids.filter(isAlive)).toEqual([])
})

test('all processes end when the supervisor dies', async () => {
  const web = await harness.startWeb()
  const pids = await waitForTwoProcesses(web)
  web.signal('SIGKILL')
  await waitFor('the end of both', async () => pids.every((pid) => !isAlive(pid)))
})

test('the supervisor exits and logs that no web process starts when its port is in use', async () => {
  const web = await harness.startWeb()
  const port = Number(new URL(web.url).port)
  const webOnUsedPort = launchWeb(harness.environment, port)
  expect(await webOnUsedPort.ended).toBe(1)
  expect(webOnUsedPort.output()).toContain('web cannot listen')
  expect(webOnUsedPort.output()).toContain('no web process starts')
  expect(await web.stop()).toBe(0)
})

/** Only Linux can limit a running process. */
const canLimit = process.platform === 'linux'

const setLimit = (pid: number, option: string) => execFileSync('prlimit', ['--pid', `${pid}`, option])

test.runIf(canLimit)(
  'a web process without memory ends and is replaced, and a form sent twice creates one order (row 28)',
  async () => {
    const web = await harness.startWeb()
    const worker = await harness.startWorker()
    const { buyer, fields } = await prepareBuyer(web.url)
    const ordersBefore = await harness.listOrders()
    const [victim = 0, other = 0] = await waitForTwoProcesses(web)
    const [, kilobytes = '0'] = /VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${victim}/status`, 'utf8')) ?? []
    setLimit(victim, `--as=${Number(kilobytes) * 1024}`)
    const load = startLoad(web)
    await waitFor('the end of the process without memory', async () => !isAlive(victim), 60_000)
    expect(await waitForTwoProcesses(web, [victim])).toContain(other)
    await load.end()
    const responses = [
      await buyer.post(`${web.url}/checkout`, fields),
      await buyer.post(`${web.url}/checkout`, fields),
    ]
    expect(responses[1]).toEqual(responses[0])
    await expectInvariants(harness, [...ordersBefore, readOrderNumber(responses[0] ?? { location: '' })])
    for (const each of [web, worker]) expect(await each.stop()).toBe(0)
  },
)

test.runIf(canLimit)(
  'a web process without file handles recovers when the limit is raised, and a form sent again creates one order (row 28)',
  async () => {
    const web = await harness.startWeb({ WEB_PROCESSES: '1' })
    const worker = await harness.startWorker()
    const ordersBefore = await harness.listOrders()
    const { buyer, fields } = await prepareBuyer(web.url)
    setLimit(web.pid, `--nofile=${readdirSync(`/proc/${web.pid}/fd`).length}:4096`)
    const load = startLoad(web, { keepAlive: false })
    await waitFor(
      'a request that fails for lack of file handles',
      async () => load.results.failures.length > 0,
    )
    await buyer
      .duplicate()
      .post(`${web.url}/checkout`, fields)
      .catch(() => undefined)
    await load.end()
    expect(load.results.failures.filter((failure) => failure.includes('operation was aborted'))).toEqual([])
    setLimit(web.pid, '--nofile=4096:4096')
    const response = await waitFor('the order', async () => {
      const checkoutResponse = await buyer.post(`${web.url}/checkout`, fields)
      return readOrderNumber(checkoutResponse) ? checkoutResponse : undefined
    })
    await expectInvariants(harness, [...ordersBefore, readOrderNumber(response)])
    for (const each of [web, worker]) expect(await each.stop()).toBe(0)
  },
)
