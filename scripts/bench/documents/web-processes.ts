import { Agent, get } from 'node:http'
import { listProcessTree, readOwnResidentMegabytes, readProcessorMs } from '../process-figures.ts'
import { startShopProcess } from '../shop-process.ts'

const pages = ['/', '/publications', '/publications?search=manual', '/cart', '/contact', '/login']
const connections = 16
export const warmUpMs = 6_000

/** Responses per second, processor milliseconds per response, and cores used by the load generator. */
export type Load = { perSecond: number; cpuMs: number; loadCores: number }
export type WebFigures = {
  /** milliseconds from the start to the first 200 of /healthz; pageMs: of / */
  healthMs: number
  pageMs: number
  one: Load
  twoProcesses: Load
  /** megabytes of the larger of two web processes after a minute of load */
  webMegabytes: number
  supervisorMegabytes: number
}

export async function measureWeb(minuteMs = 60_000, burstMs = 15_000): Promise<WebFigures> {
  const alone = await startShopProcess('web', { WEB_PROCESSES: '1' })
  const began = performance.now()
  await (await fetch(alone.url)).text()
  const pageMs = alone.startMs + performance.now() - began
  const single = { url: alone.url, pids: [alone.pid] }
  await load(single, warmUpMs)
  const one = await load(single, burstMs)
  await alone.stop()

  const pair = await startShopProcess('web', { WEB_PROCESSES: '2' })
  const both = { url: pair.url, pids: [pair.pid] }
  await load(both, warmUpMs)
  const twoProcesses = await load(both, burstMs)
  await load(both, Math.max(0, minuteMs - warmUpMs - burstMs))
  const [supervisor = 0, ...webs] = listProcessTree(pair.pid)
  const figures = {
    webMegabytes: Math.max(...webs.map(readOwnResidentMegabytes)),
    supervisorMegabytes: readOwnResidentMegabytes(supervisor),
  }
  await pair.stop()
  return { healthMs: alone.startMs, pageMs, one, twoProcesses, ...figures }
}

/** Requests public pages over 16 connections. `pids` are the processes that respond. */
export async function load(
  { url, pids }: { url: string; pids: readonly number[] },
  ms: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + ms
  const sumSpent = () => pids.reduce((sum, pid) => sum + readProcessorMs(pid), 0)
  const before = { shop: sumSpent(), own: process.cpuUsage() }
  let answers = 0
  const runClient = async (first: number) => {
    for (let turn = first; performance.now() < end; turn++) {
      await ask(`${url}${pages[turn % pages.length]}`, agent)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => runClient(index)))
  agent.destroy()
  const own = process.cpuUsage(before.own)
  return {
    perSecond: (answers / ms) * 1000,
    cpuMs: (sumSpent() - before.shop) / answers,
    loadCores: (own.user + own.system) / 1000 / ms,
  }
}

function ask(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = get(address, { agent, headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address}: ${answer.statusCode}`))
      answer.once('error', reject)
      answer.once('end', resolve)
      answer.resume()
    })
    asked.once('error', reject)
  })
}
