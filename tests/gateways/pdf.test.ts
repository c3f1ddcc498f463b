import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { findChromium, PdfUnavailable } from '#app/gateways/chromium.server.ts'
import { createPdfPrinter, PdfTimeout } from '#app/gateways/pdf.server.ts'
import { openPdf } from '../documents/open-pdf.ts'

vi.setConfig({ testTimeout: 30_000 })

const folder = mkdtempSync(join(tmpdir(), 'aeropub-pdf-'))
const closeAtEnd: (() => Promise<void>)[] = []
let printerCount = 0

afterEach(async () => {
  await Promise.all(closeAtEnd.splice(0).map((end) => end()))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a printer whose Chromium records its process id at each start. */
async function startPrinter(options: { documentsPerBrowser?: number; pages?: number; idleMs?: number } = {}) {
  printerCount += 1
  const executablePath = join(folder, `chromium-${printerCount}`)
  const log = `${executablePath}.started`
  const chromium = process.env.CHROMIUM_PATH ?? (await findChromium())
  writeFileSync(executablePath, `#!/bin/sh\necho $$ >> '${log}'\nexec '${chromium}' "$@"\n`)
  chmodSync(executablePath, 0o755)
  const printer = createPdfPrinter({ executablePath, ...options })
  closeAtEnd.push(printer.closePdfBrowser)
  const readStartedPids = () =>
    existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : []
  return { ...printer, executablePath, readStartedPids }
}

const makePage = (body: string, head = '') =>
  `<!doctype html><html><head><meta charset="utf-8"><style>@page{size:210mm 297mm;margin:0}</style>${head}</head><body>${body}</body></html>`

/** Returns a page that takes longer to print the more lines it has. */
const makeSlowPage = (lineCount: number) => makePage('<p>linha</p>'.repeat(lineCount))

describe('a printed PDF', () => {
  test('begins with %PDF and is one A4 page with the text of the document', {
    meta: { slow: 'starts a browser' },
  }, async () => {
    const { htmlToPdf } = await startPrinter()
    const pdf = await htmlToPdf(makePage('<p>Ação nº 5 – São João</p>'))
    expect(Buffer.from(pdf.subarray(0, 4)).toString('latin1')).toBe('%PDF')
    const { pages, widthMm, heightMm, text } = await openPdf(pdf)
    expect(pages).toBe(1)
    expect(Math.abs(widthMm - 210)).toBeLessThan(0.5)
    expect(Math.abs(heightMm - 297)).toBeLessThan(0.5)
    expect(text).toContain('Ação nº 5 – São João')
  })

  test('uses the paper size of the @page rule', async () => {
    const { htmlToPdf } = await startPrinter()
    const { widthMm, heightMm } = await openPdf(
      await htmlToPdf('<style>@page{size:100mm 50mm;margin:0}</style>label'),
    )
    expect(Math.abs(widthMm - 100)).toBeLessThan(0.5)
    expect(Math.abs(heightMm - 50)).toBeLessThan(0.5)
  })

  test('renders documents side by side in one Chromium', {
    meta: { slow: 'starts a browser' },
  }, async () => {
    const { htmlToPdf, readStartedPids } = await startPrinter()
    const names = Array.from({ length: 8 }, (_, index) => `documento-${index}`)
    const pdfs = await Promise.all(names.map((name) => htmlToPdf(makePage(name))))
    const texts = await Promise.all(pdfs.map(async (pdf) => (await openPdf(pdf, 20)).text.trim()))
    expect(texts).toEqual(names)
    expect(readStartedPids()).toHaveLength(1)
  })
})

describe('a browser page reused for another document', () => {
  const paperStyle = '<style>@page{size:100mm 50mm;margin:0}</style>'
  const strictHead = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">${paperStyle}`

  test('retains neither content nor paper size nor policy of the previous document', async () => {
    const { htmlToPdf } = await startPrinter({ pages: 1 })
    const documents: { text: string; widthMm: number }[] = []
    for (const html of [`${strictHead}antes`, `${paperStyle}agora`, makePage('depois'), `${paperStyle}fim`])
      documents.push(await openPdf(await htmlToPdf(html), 20))
    expect(documents.map(({ text, widthMm }) => [text.trim(), Math.round(widthMm)])).toEqual([
      // The policy blocks even the paper size, so Chromium uses its default.
      ['antes', 216],
      ['agora', 100],
      ['depois', 210],
      ['fim', 100],
    ])
  })

  test('is replaced after a failed document, in the same Chromium', async () => {
    const { htmlToPdf, readStartedPids } = await startPrinter({ pages: 1 })
    const slowPrint = htmlToPdf(makeSlowPage(60_000), { timeoutMs: 300 })
    await expect(slowPrint).rejects.toThrow(PdfTimeout)
    expect((await openPdf(await htmlToPdf(makePage('curto')), 20)).text.trim()).toBe('curto')
    expect(readStartedPids()).toHaveLength(1)
  })

  test('renders one document at a time, and times out those that wait too long', async () => {
    const { htmlToPdf } = await startPrinter({ pages: 1 })
    const order: string[] = []
    const firstPrint = htmlToPdf(makeSlowPage(3_000)).then(() => order.push('first'))
    const waitingPrint = htmlToPdf(makePage('tarde'), { timeoutMs: 1 })
    const secondPrint = htmlToPdf(makePage('dois')).then(() => order.push('second'))
    await expect(waitingPrint).rejects.toThrow(PdfTimeout)
    await Promise.all([firstPrint, secondPrint])
    expect(order).toEqual(['first', 'second'])
  })
})

describe('network access of a document', () => {
  const { htmlToPdf, closePdfBrowser } = createPdfPrinter({ executablePath: process.env.CHROMIUM_PATH })
  afterAll(closePdfBrowser)

  const networkUses: [string, (url: string) => string][] = [
    ['img', (url) => makePage(`<p>fica</p><img src="${url}">`)],
    ['iframe', (url) => makePage(`<p>fica</p><iframe src="${url}"></iframe>`)],
    ['@import', (url) => makePage('<p>fica</p>', `<style>@import url("${url}");</style>`)],
    ['style sheet', (url) => makePage('<p>fica</p>', `<link rel="stylesheet" href="${url}">`)],
    [
      'font',
      (url) =>
        makePage(
          '<p style="font-family:x">fica</p>',
          `<style>@font-face{font-family:x;src:url(${url})}</style>`,
        ),
    ],
    ['background', (url) => makePage(`<p style="background:url(${url})">fica</p>`)],
    ['svg image', (url) => makePage(`<p>fica</p><svg><image href="${url}" width="9" height="9"/></svg>`)],
    ['object', (url) => makePage(`<p>fica</p><object data="${url}"></object><embed src="${url}">`)],
    ['video', (url) => makePage(`<p>fica</p><video autoplay poster="${url}" src="${url}"></video>`)],
    ['script', (url) => makePage(`<p>fica</p><script>fetch("${url}")</script>`)],
    ['script from elsewhere', (url) => makePage('<p>fica</p>', `<script src="${url}"></script>`)],
    ['event handler', (url) => makePage(`<p>fica</p><img src="data:,x" onerror="fetch('${url}')">`)],
    ['meta refresh', (url) => makePage('<p>fica</p>', `<meta http-equiv="refresh" content="0;url=${url}">`)],
    ['icon', (url) => makePage('<p>fica</p>', `<link rel="icon" href="${url}">`)],
    ['preload', (url) => makePage('<p>fica</p>', `<link rel="preload" as="image" href="${url}">`)],
    ['preconnect', (url) => makePage('<p>fica</p>', `<link rel="preconnect" href="${url}">`)],
    [
      'frame in a data: frame',
      (url) => makePage(`<p>fica</p><iframe src='data:text/html,<img src="${url}">'></iframe>`),
    ],
  ]

  test.each(networkUses)('cannot use %s, and the document is still printed', async (_name, html) => {
    const server = await startCountingServer()
    const pdf = await htmlToPdf(html(server.url))
    // A late connection has as much time as printing another document takes.
    await htmlToPdf(makePage('depois'))
    expect(server.connections()).toBe(0)
    expect((await openPdf(pdf, 20)).text).toContain('fica')
  })

  test('cannot read local files', async () => {
    const secret = join(folder, 'secret.txt')
    writeFileSync(secret, 'segredo')
    const pdf = await htmlToPdf(
      makePage(
        `<p>fica</p><iframe src="file://${secret}"></iframe><object data="file://${secret}"></object>`,
      ),
    )
    const { text } = await openPdf(pdf, 20)
    expect(text).toContain('fica')
    expect(text).not.toContain('segredo')
  })
})

describe('the Chromium process', () => {
  test('restarts after it was killed', { meta: { slow: 'starts two browsers' } }, async () => {
    const { htmlToPdf, readStartedPids } = await startPrinter()
    await htmlToPdf(makePage('um'))
    process.kill(getLastPid(readStartedPids()), 'SIGKILL')
    expect((await openPdf(await htmlToPdf(makePage('dois')), 20)).text).toContain('dois')
    expect(readStartedPids()).toHaveLength(2)
  })

  test('starts with warmUp, and prints the first document without another start', async () => {
    const { htmlToPdf, warmUp, readStartedPids } = await startPrinter()
    warmUp()
    await vi.waitFor(() => expect(readStartedPids()).toHaveLength(1), 10_000)
    await htmlToPdf(makePage('um'))
    expect(readStartedPids()).toHaveLength(1)
  })

  test('ends after an idle period, even if only warmed up, and starts again for a document', {
    meta: { slow: 'starts three browsers' },
  }, async () => {
    const { htmlToPdf, warmUp, readStartedPids } = await startPrinter({ idleMs: 1 })
    warmUp()
    await vi.waitFor(() => expect(readStartedPids()).toHaveLength(1), 10_000)
    await vi.waitFor(() => expect(isRunning(getLastPid(readStartedPids()))).toBe(false), 10_000)
    for (const name of ['um', 'dois']) {
      expect((await openPdf(await htmlToPdf(makePage(name)), 20)).text.trim()).toBe(name)
      await vi.waitFor(() => expect(isRunning(getLastPid(readStartedPids()))).toBe(false), 10_000)
    }
    expect(readStartedPids()).toHaveLength(3)
  })

  test('is restarted to print a document during which it was killed', {
    meta: { slow: 'starts two browsers' },
  }, async () => {
    const { htmlToPdf, readStartedPids } = await startPrinter()
    await htmlToPdf(makePage('um'))
    const printing = htmlToPdf(makeSlowPage(5_000))
    process.kill(getLastPid(readStartedPids()), 'SIGKILL')
    expect((await printing).length).toBeGreaterThan(1000)
  })

  test('is killed at the time limit and replaced for the next document', {
    meta: { slow: 'waits for a time limit' },
  }, async () => {
    const { htmlToPdf, readStartedPids } = await startPrinter()
    await htmlToPdf(makePage('um'))
    const hungPid = getLastPid(readStartedPids())
    process.kill(hungPid, 'SIGSTOP')
    await expect(htmlToPdf(makePage('dois'), { timeoutMs: 500 })).rejects.toThrow(PdfTimeout)
    await vi.waitFor(() => expect(isRunning(hungPid)).toBe(false), 5_000)
    expect((await openPdf(await htmlToPdf(makePage('três')), 20)).text).toContain('três')
  })

  test('survives one slow document', async () => {
    const { htmlToPdf, readStartedPids } = await startPrinter()
    await htmlToPdf(makePage('um'))
    await expect(htmlToPdf(makeSlowPage(60_000), { timeoutMs: 100 })).rejects.toThrow(PdfTimeout)
    await htmlToPdf(makePage('dois'))
    expect(readStartedPids()).toHaveLength(1)
  })

  test('is replaced after its maximum number of documents', {
    meta: { slow: 'starts two browsers' },
  }, async () => {
    const { htmlToPdf, readStartedPids } = await startPrinter({ documentsPerBrowser: 2 })
    for (const name of ['um', 'dois', 'três']) await htmlToPdf(makePage(name))
    const [firstPid = 0, secondPid = 0] = readStartedPids()
    expect(readStartedPids()).toHaveLength(2)
    expect(isRunning(firstPid)).toBe(false)
    expect(isRunning(secondPid)).toBe(true)
  })

  test('starts after closePdfBrowser was called too early, and stops at the next call', async () => {
    const { htmlToPdf, closePdfBrowser, readStartedPids } = await startPrinter()
    await closePdfBrowser()
    await htmlToPdf(makePage('um'))
    await closePdfBrowser()
    expect(isRunning(getLastPid(readStartedPids()))).toBe(false)
  })

  test('stops when its parent process is killed', {
    meta: { slow: 'starts a process with a browser' },
  }, async () => {
    const { executablePath, readStartedPids } = await startPrinter()
    const program = `
      import { createPdfPrinter } from '#app/gateways/pdf.server.ts'
      await createPdfPrinter({ executablePath: process.argv[1] }).htmlToPdf('um')
      console.log('ready')
      setInterval(() => {}, 1000)`
    const parent = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program, executablePath],
      // The killed process leaves its profile behind.
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: folder } },
    )
    await new Promise((resolve) => parent.stdout.once('data', resolve))
    const chromium = getLastPid(readStartedPids())
    expect(isRunning(chromium)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(chromium)).toBe(false), 10_000)
  })

  test('is reported as unavailable when it is missing or exits at once', async () => {
    const notABrowser = join(folder, 'not-a-browser')
    writeFileSync(notABrowser, '#!/bin/sh\nexit 1\n')
    chmodSync(notABrowser, 0o755)
    for (const executablePath of ['/nowhere/chromium', notABrowser]) {
      const { htmlToPdf, warmUp } = createPdfPrinter({ executablePath })
      warmUp()
      await expect(htmlToPdf(makePage('um'))).rejects.toThrow(PdfUnavailable)
    }
  })

  test('is found when it is installed after a failed print', async () => {
    const executablePath = join(folder, 'late')
    const printer = createPdfPrinter({ executablePath })
    closeAtEnd.push(printer.closePdfBrowser)
    await expect(printer.htmlToPdf(makePage('um'))).rejects.toThrow(PdfUnavailable)
    writeFileSync(executablePath, `#!/bin/sh\nexec '${await findChromium()}' "$@"\n`)
    chmodSync(executablePath, 0o755)
    expect((await printer.htmlToPdf(makePage('um'))).length).toBeGreaterThan(500)
  })
})

describe('an aborted print request', () => {
  test('throws the reason of the signal before and during the work, and prints the next document', async () => {
    const { htmlToPdf } = await startPrinter()
    const reason = new Error('desisto')
    await expect(htmlToPdf(makePage('um'), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const printing = htmlToPdf(makePage('um'), { signal: controller.signal })
    controller.abort(reason)
    await expect(printing).rejects.toBe(reason)
    expect((await htmlToPdf(makePage('dois'))).length).toBeGreaterThan(500)
  })
})

/** Starts a loopback server that counts connections, even without a request. */
async function startCountingServer() {
  let count = 0
  const server = createServer((_request, response) => response.end('<p>alcançado</p>'))
  server.on('connection', () => {
    count += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAtEnd.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/x`, connections: () => count }
}

function getLastPid(pids: number[]): number {
  const pid = pids.at(-1)
  if (!pid) throw new Error('Chromium has not been started')
  return pid
}

/** Returns whether a process runs. A process that ended but was not waited for does not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
}
