import { availableParallelism, loadavg } from 'node:os'
import type { FormFigures } from './forms.ts'
import type { PageFigures } from './pages.ts'
import { slowness } from './phone.ts'

const BUSY_LIMIT_MS = 100

type Figures = { pages: PageFigures[]; forms: FormFigures[]; rounds: number; photoBytes: number }

export function formatPhoneReport({ pages, forms, rounds, photoBytes }: Figures): string {
  const { processor, latencyMs, bytesPerSecond } = slowness
  return `\`npm run bench:phone\`: Chromium, 390 × 844, processor ${processor} times slower, ${latencyMs} ms for each request, ${bytesPerSecond / 1000} kB/s both ways,
without the offline worker. Medians of ${rounds}, since the start of the navigation. Node ${process.version}, ${availableParallelism()} cores shared by shop and
browser; load average at the end ${(loadavg()[0] ?? 0).toFixed(1)}, so that 2 or less means a quiet machine. A tap is sent as soon as the page's main
button is painted. The second visit has the first one's cache; bytes include headers and all pictures down to the end of the page.

| page | first paint | largest | scripts have run | tap answered | its wait | first paint again | bytes | again |
| --- | --: | --: | --: | --: | --: | --: | --: | --: |
${pages.map((page) => `| ${formatPage(page).join(' | ')} |`).join('\n')}

From the tap, or the chosen file (${formatBytes(photoBytes)}), until the form is seen to be sent, in the same phone; wanted: ${BUSY_LIMIT_MS} ms.

| form | shown after | text | within ${BUSY_LIMIT_MS} ms |
| --- | --: | --- | --- |
${forms.map((form) => `| ${formatForm(form).join(' | ')} |`).join('\n')}`
}

function formatPage(page: PageFigures): string[] {
  const times = [page.firstMs, page.largestMs, page.scriptsMs, page.answeredMs].map(formatSeconds)
  return [
    page.name,
    ...times,
    `${Math.round(page.delayMs)} ms`,
    formatSeconds(page.againFirstMs),
    formatBytes(page.bytes),
    formatBytes(page.againBytes),
  ]
}

function formatForm({ name, ms, text }: FormFigures): string[] {
  const isInTime = ms !== undefined && ms <= BUSY_LIMIT_MS
  return [name, ms === undefined ? 'not shown' : `${Math.round(ms)} ms`, text, isInTime ? 'yes' : '**no**']
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}

function formatBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
