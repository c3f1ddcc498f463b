import { Agent, get } from 'node:http'
import { listProcessTree, readOwnResidentMegabytes, readProcessorMs } from '../process-figures.ts'
import { startShopProcess } from '../shop-process.ts'

const paths = ['/', '/publications', '/publications?search=manual', '/cart', '/contact', '/login']
const CONNECTIONS = 16
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

/** Measures a web of one process, then a web of two, whose memory is read after a long load. */
export async function measureWeb(sustainedMs = 60_000, burstMs = 15_000): Promise<WebFigures> {
  const singleWeb = await startShopProcess('web', { WEB_PROCESSES: '1' })
  const startedAt = performance.now()
  await (await fetch(singleWeb.url)).text()
  const pageMs = singleWeb.startMs + performance.now() - startedAt
  const singleTarget = { url: singleWeb.url, pids: [singleWeb.pid] }
  await runLoad(singleTarget, warmUpMs)
  const one = await runLoad(singleTarget, burstMs)
  await singleWeb.stop()

  const pairedWeb = await startShopProcess('web', { WEB_PROCESSES: '2' })
  const pairedTarget = { url: pairedWeb.url, pids: [pairedWeb.pid] }
  await runLoad(pairedTarget, warmUpMs)
  const twoProcesses = await runLoad(pairedTarget, burstMs)
  await runLoad(pairedTarget, Math.max(0, sustainedMs - warmUpMs - burstMs))
  const [supervisor = 0, ...webs] = listProcessTree(pairedWeb.pid)
  const figures = {
    webMegabytes: Math.max(...webs.map(readOwnResidentMegabytes)),
    supervisorMegabytes: readOwnResidentMegabytes(supervisor),
  }
  await pairedWeb.stop()
  return { healthMs: singleWeb.startMs, pageMs, one, twoProcesses, ...figures }
}

/** Requests public pages over 16 connections. `pids` are the processes that respond. */
export async function runLoad(
  { url, pids }: { url: string; pids: readonly number[] },
  ms: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const endsAt = performance.now() + ms
  const sumProcessorMs = () => pids.reduce((sum, pid) => sum + readProcessorMs(pid), 0)
  const processorBefore = { shop: sumProcessorMs(), own: process.cpuUsage() }
  let answerCount = 0
  const runClient = async (firstPage: number) => {
    for (let pageIndex = firstPage; performance.now() < endsAt; pageIndex++) {
      await requestPage(`${url}${paths[pageIndex % paths.length]}`, agent)
      answerCount += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => runClient(index)))
  agent.destroy()
  const ownUsage = process.cpuUsage(processorBefore.own)
  return {
    perSecond: (answerCount / ms) * 1000,
    cpuMs: (sumProcessorMs() - processorBefore.shop) / answerCount,
    loadCores: (ownUsage.user + ownUsage.system) / 1000 / ms,
  }
}

function requestPage(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoingRequest = get(address, { agent, headers: { 'Accept-Encoding': 'gzip' } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address}: ${answer.statusCode}`))
      answer.once('error', reject)
      answer.once('end', resolve)
      answer.resume()
    })
    outgoingRequest.once('error', reject)
  })
}
