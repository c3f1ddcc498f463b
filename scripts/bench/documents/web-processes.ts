import { Agent, get } from 'node:http'
import { residentMegabytes } from '../process-figures.ts'
import { treeOf, treeProcessorMs } from '../process-tree.ts'
import { startShopProcess } from '../shop-process.ts'

const pages = ['/', '/publications', '/publications?search=manual', '/cart', '/contact', '/login']
const connections = 16
const warmUpMs = 6_000

/** Of a burst: answers a second, processor milliseconds an answer of the shop, and share of a core the load took. */
export type Load = { perSecond: number; cpuMs: number; loadCores: number }
export type WebFigures = {
  /** from the start of the process to the first 200 of /healthz, and of / */
  healthMs: number
  pageMs: number
  one: Load
  two: Load
  /** the largest of the two web processes, and their supervisor, after a minute of load */
  webMegabytes: number
  supervisorMegabytes: number
}

/** One web process against two behind one port, under the same load from this process. */
export async function measureWeb(minuteMs = 60_000, burstMs = 15_000): Promise<WebFigures> {
  const alone = await startShopProcess('web', { WEB_PROCESSES: '1' })
  const began = performance.now()
  await (await fetch(alone.url)).text()
  const pageMs = alone.startMs + performance.now() - began
  await load(alone, warmUpMs)
  const one = await load(alone, burstMs)
  await alone.stop()

  const pair = await startShopProcess('web', { WEB_PROCESSES: '2' })
  await load(pair, warmUpMs)
  const two = await load(pair, burstMs)
  await load(pair, Math.max(0, minuteMs - warmUpMs - burstMs))
  const [supervisor = 0, ...webs] = treeOf(pair.pid)
  const figures = {
    webMegabytes: Math.max(...webs.map(residentMegabytes)),
    supervisorMegabytes: residentMegabytes(supervisor),
  }
  await pair.stop()
  return { healthMs: alone.startMs, pageMs, one, two, ...figures }
}

async function load({ url, pid }: { url: string; pid: number }, ms: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + ms
  const before = { shop: treeProcessorMs(pid), own: process.cpuUsage() }
  let answers = 0
  const client = async (first: number) => {
    for (let turn = first; performance.now() < end; turn++) {
      await ask(`${url}${pages[turn % pages.length]}`, agent)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => client(index)))
  agent.destroy()
  const own = process.cpuUsage(before.own)
  return {
    perSecond: (answers / ms) * 1000,
    cpuMs: (treeProcessorMs(pid) - before.shop) / answers,
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
