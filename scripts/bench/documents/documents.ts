import { setTimeout as pause } from 'node:timers/promises'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { putFile } from '#app/gateways/storage.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { requestLabels } from '#app/models/shipments/label.server.ts'
import { requestPartnerCopy } from '#app/models/subscriptions/download.server.ts'
import { addBulkData } from '../../bulk-data/all.ts'
import { readProcessorMs, watchPeaks } from '../process-figures.ts'
import { type ShopProcess, startShopProcess } from '../shop-process.ts'

const LABEL_COUNT = 1_000
const COPY_PAGES = 300
const LIMIT_MS = 120_000

/** Figures of a document. Memory is the peak in MB; Chromium's includes all its processes. */
export type DocumentCosts = {
  seconds: number
  bytes: number
  cpuMs: number
  workerMegabytes: number
  chromiumMegabytes: number
}
export type DocumentFigures = {
  /** `cpuMs` is per boleto. */
  boletos: DocumentCosts & { count: number; perSecond: number }
  labels: DocumentCosts
  copy: DocumentCosts
}

/** Prints boletos, labels and a stamped copy as the shop does: by outbox, queue, job and file. */
export async function measureDocuments(boletoCount = 120): Promise<DocumentFigures> {
  await addBulkData(Math.max(boletoCount, 200), LABEL_COUNT)
  await db.deleteFrom('outbox').execute()
  const worker = await startShopProcess('worker', {})
  try {
    // A warm-up, whose figures are discarded.
    await measureBoletos(worker, await addBoletos(1, 12))
    const { count, ...boletos } = await measureBoletos(worker, await addBoletos(20, boletoCount))
    const perSecond = count / boletos.seconds
    return {
      boletos: { ...boletos, count, perSecond, cpuMs: boletos.cpuMs / count },
      labels: await measureLabels(worker),
      copy: await measureCopy(worker),
    }
  } finally {
    await worker.stop()
  }
}

/** Adds boletos to `count` orders without a boleto: the newest, after the first `skip` orders. */
async function addBoletos(skip: number, count: number): Promise<number[]> {
  const { id, ...sample } = await db
    .selectFrom('boletos')
    .selectAll()
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'not in', db.selectFrom('boletos').select('order_id'))
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(count)
    .execute()
  const rows = orders.map((order) => ({
    ...sample,
    order_id: order.id,
    current_of: order.id,
    reference: `bench-${order.id}`,
    our_number: String(5_000_000 + order.id),
    pdf_file: null,
  }))
  await db.insertInto('boletos').values(rows).execute()
  return orders.map((order) => order.id)
}

async function measureBoletos(worker: ShopProcess, orders: readonly number[]) {
  const costs = await measureWork(worker, async () => {
    await withTransaction(async (trx) => {
      for (const order of orders) await addToOutbox(trx, ['render-boleto'], String(order))
    })
    await waitUntil(async () => {
      const remaining = await db
        .selectFrom('boletos')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('order_id', 'in', orders)
        .where('pdf_file', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(remaining.count) === 0
    })
    return 0 // The size is not reported.
  })
  return { ...costs, count: orders.length }
}

async function measureLabels(worker: ShopProcess): Promise<DocumentCosts> {
  const staff = await db
    .selectFrom('users')
    .select('id')
    .where('is_staff', '=', true)
    .executeTakeFirstOrThrow()
  const profiles = await db
    .selectFrom('profiles')
    .select('id')
    .orderBy('id', 'desc')
    .limit(LABEL_COUNT)
    .execute()
  const requestFile = () =>
    requestLabels({
      userId: staff.id,
      profileIds: profiles.map((person) => person.id),
      sheet: '6181',
      style: 'complete',
      start: 1,
      fileName: 'etiquetas.pdf',
    })
  return measureWork(worker, async () => waitForFile(await requestFile()))
}

/** Replaces the file of the newest download by a manual of COPY_PAGES pages, then measures its stamping. */
async function measureCopy(worker: ShopProcess): Promise<DocumentCosts> {
  const partner = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.user_id', 'users.id')
    .where('email', '=', 'parceiro@aeropub.test')
    .select(['users.id as userId', 'profiles.id as profileId'])
    .executeTakeFirstOrThrow()
  const publication = await db
    .selectFrom('revisions')
    .innerJoin('publications', 'publications.id', 'revisions.publication_id')
    .where('file', 'is not', null)
    .where('active', '=', true)
    .select(['publications.id', 'file'])
    .orderBy('revisions.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const manual = await makeManual(COPY_PAGES)
  await putFile(String(publication.file), manual)
  await db
    .updateTable('revisions')
    .set({ file_bytes: manual.length })
    .where('file', '=', publication.file)
    .execute()
  return measureWork(worker, async () => {
    return waitForFile(await requestPartnerCopy(publication.id, partner, toCivilDate(new Date())))
  })
}

async function makeManual(pages: number): Promise<Uint8Array> {
  const manual = await PDFDocument.create()
  const font = await manual.embedFont(StandardFonts.Helvetica)
  for (let pageNumber = 1; pageNumber <= pages; pageNumber++) {
    const page = manual.addPage([595, 842])
    for (let line = 0; line < 50; line++)
      page.drawText(
        `${pageNumber}.${line} Remove the access panel and inspect the attachment for cracks and corrosion.`,
        {
          x: 50,
          y: 780 - line * 14,
          size: 10,
          font,
        },
      )
  }
  return manual.save()
}

/** Waits until a requested file is ready. Returns its size in bytes. */
async function waitForFile(id: number | undefined): Promise<number> {
  if (id === undefined) throw new Error('no file was requested')
  let bytes = 0
  await waitUntil(async () => {
    const row = await db
      .selectFrom('prepared_files')
      .select(['ready_at', 'failed_at', 'bytes'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (row.failed_at) throw new Error('the file could not be made')
    bytes = Number(row.bytes)
    return row.ready_at !== null
  })
  return bytes
}

/** Runs `work`, which returns the size of its file, and measures what it costs the worker and Chromium. */
async function measureWork(worker: ShopProcess, work: () => Promise<number>): Promise<DocumentCosts> {
  const readPeaks = watchPeaks(worker.pid)
  const cpuBefore = readProcessorMs(worker.pid)
  const startedAt = performance.now()
  const bytes = await work()
  const seconds = (performance.now() - startedAt) / 1000
  const { own, descendants } = readPeaks()
  const cpuMs = readProcessorMs(worker.pid) - cpuBefore
  return { seconds, bytes, cpuMs, workerMegabytes: own, chromiumMegabytes: descendants }
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('the worker did not finish in two minutes')
    await pause(20)
  }
}
