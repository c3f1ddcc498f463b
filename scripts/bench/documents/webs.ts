import { availableParallelism, loadavg } from 'node:os'
import { startBalancer } from '#tests/support/fakes/balancer.ts'
import { startShopProcess } from '../shop-process.ts'
import { type Load, runLoad, warmUpMs } from './web-processes.ts'

export type WebsFigure = { webs: number; load: Load }

/** Measures each number of webs behind a balancer, under the same load. */
export async function measureWebs(counts: readonly number[], burstMs = 15_000): Promise<WebsFigure[]> {
  const figures: WebsFigure[] = []
  for (const count of counts) {
    const webs = []
    while (webs.length < count) webs.push(await startShopProcess('web', { WEB_PROCESSES: '1' }))
    const balancer = await startBalancer(webs.map(({ url }) => Number(new URL(url).port)))
    const shop = { url: balancer.url, pids: webs.map(({ pid }) => pid) }
    await runLoad(shop, warmUpMs * count)
    figures.push({ webs: count, load: await runLoad(shop, burstMs) })
    balancer.close()
    await Promise.all(webs.map((web) => web.stop()))
  }
  return figures
}

export function formatWebsReport(figures: readonly WebsFigure[]): string {
  const cores = availableParallelism()
  const busyCores = Math.max(
    ...figures.map(({ load }) => load.loadCores + (load.perSecond * load.cpuMs) / 1000),
  )
  return `\`npm run bench:documents -- webs\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}: webs on ports of their own behind one proxy, 16 open
connections, six public pages in turn. Load average at the end ${(loadavg()[0] ?? 0).toFixed(1)}.

| webs | answers a second | processor of the webs for each | load and proxy |
| ---: | ---: | ---: | ---: |
${figures.map(formatRow).join('\n')}

**${cores} cores** had to do for the webs, the proxy, the load and the database. Webs, load and proxy took up to ${busyCores.toFixed(1)} of them;
the rest went to the database and to whatever else ran, so that **${busyCores < cores / 2 ? 'this run was on a busy machine and ' : ''}answers a second do not say what a further
web gains**: for that each needs cores of its own. The processor for each answer says what it costs.`
}

function formatRow({ webs, load: { perSecond, cpuMs, loadCores } }: WebsFigure): string {
  return `| ${webs} | ${Math.round(perSecond)} | ${cpuMs.toFixed(1)} ms | ${loadCores.toFixed(2)} cores |`
}
