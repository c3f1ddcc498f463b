import { availableParallelism, loadavg } from 'node:os'
import type { DocumentCosts, DocumentFigures } from './documents.ts'
import type { Load, WebFigures } from './web-processes.ts'

export function formatSection({ documents, web }: { documents: DocumentFigures; web: WebFigures }): string {
  const { boletos, labels, copy } = documents
  const ratio = web.twoProcesses.perSecond / web.one.perSecond
  const rows = [
    [
      'boletos',
      `${boletos.count}: ${boletos.perSecond.toFixed(1)} a second`,
      boletos,
      `${Math.round(boletos.cpuMs)} ms each`,
    ],
    ['1,000 labels', `${labels.seconds.toFixed(1)} s`, labels, `${(labels.cpuMs / 1000).toFixed(1)} s`],
    [
      'a copy of 300 pages, stamped',
      `${copy.seconds.toFixed(1)} s`,
      copy,
      `${(copy.cpuMs / 1000).toFixed(1)} s`,
    ],
  ] as const
  return `## Documents and processes

\`npm run bench:documents\`, one worker and the demonstration with 200 further orders. Each document goes the whole way:
outbox, relay, queue, job, file. Memory is the peak of the proportional share (PSS), sampled five times a second. Node
${process.version}, ${availableParallelism()} cores shared by shop, load, database and Chromium; load average at the end ${(loadavg()[0] ?? 0).toFixed(1)}, so that
2 or less means a quiet machine.

| what | time | processor | worker | Chromium |
| --- | --- | --- | --- | --- |
${rows.map(([name, time, memory, cpu]) => `| ${name} | ${time} | ${cpu} | ${formatMemory(memory)} |`).join('\n')}

One web process answers /healthz ${Math.round(web.healthMs)} ms after its start and the home page after ${Math.round(web.pageMs)} ms. Under the same load from
one process over 16 open connections (six public pages in turn, gzip):

| web processes | answers a second | processor of the shop for each | load generator |
| --- | --- | --- | --- |
| 1 | ${formatLoad(web.one)} |
| 2 | ${formatLoad(web.twoProcesses)} |

Two answer ${ratio.toFixed(2)} times as many as one. With ${availableParallelism()} cores for everything, the load generator and the database take what the
second process would need; the processor time for each answer says what a machine with more cores gains. After a minute
of load the larger of the two web processes holds ${web.webMegabytes} MB, their supervisor ${web.supervisorMegabytes} MB (resident).`
}

function formatMemory({ workerMegabytes, chromiumMegabytes }: DocumentCosts): string {
  return `${workerMegabytes} MB | ${chromiumMegabytes} MB`
}

function formatLoad({ perSecond, cpuMs, loadCores }: Load): string {
  return `${Math.round(perSecond)} | ${cpuMs.toFixed(1)} ms | ${loadCores.toFixed(2)} cores`
}
