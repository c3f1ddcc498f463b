import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawPicture } from '#app/gateways/photo.server.ts'
import { findPublicationByCode } from '#db/seed/publications.ts'
import { type ShopProcess, waitFor } from '../support/shop.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { Buyer, buyPublication } from './support/buyer.ts'

/** A copy of the flight manual, which requires a photo of the damaged one. */
const PUBLICATION_WITH_PHOTO = findPublicationByCode('REP-SEG')

/** Only root may mount, and only Linux has this file system. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

let harness: FaultHarness
let disk: string
let shop: ShopProcess

beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'aeropub-faults-disk-'))
  if (!canMount) return
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', disk])
  harness = await startHarness()
  harness = { ...harness, dataFolder: disk }
  shop = await harness.startWeb({ DATA_DIR: disk })
  await harness.startWorker({ DATA_DIR: disk })
})

afterEach(async () => {
  await harness?.end()
  if (canMount) execFileSync('umount', [disk])
  await rm(disk, { recursive: true, force: true })
})

const getFillerPath = () => join(disk, 'filler')

const diskFaults = {
  full: {
    begin: () => writeFile(getFillerPath(), new Uint8Array(2_000_000)).catch(() => undefined),
    end: () => rm(getFillerPath()),
  },
  readOnly: {
    // A disk is busy while a process has a file of it open for writing, as the worker has for a moment.
    begin: () => waitFor('a disk that nobody writes to', async () => remountDisk('ro')),
    end: () => waitFor('a writable disk', async () => remountDisk('rw')),
  },
}

/** Remounts the disk. Returns false while it is busy. */
function remountDisk(mode: 'ro' | 'rw'): boolean {
  return spawnSync('mount', ['-o', `remount,${mode}`, disk]).status === 0
}

test.runIf(canMount)(
  'a photo on a full disk is rejected with a message and leaves no file, while orders are placed (row 19)',
  () => sellWithoutDisk(diskFaults.full),
)

test.runIf(canMount)(
  'a photo on a read-only disk is rejected with a message, while orders are placed (row 20)',
  () => sellWithoutDisk(diskFaults.readOnly),
)

async function sellWithoutDisk({ begin, end }: { begin(): Promise<unknown>; end(): Promise<unknown> }) {
  const firstOrder = await buyPublication(shop.url)
  await harness.waitUntilDone()
  const filesBefore = await listFiles()
  await begin()
  const secondOrder = await buyPublication(shop.url)
  expect(secondOrder.response.status).toBe(303)
  const { buyer, sendPhoto } = await prepareBuyerWithPhoto()
  expect((await sendPhoto()).text).toContain(
    'Não foi possível salvar o arquivo (espaço). O pedido não foi perdido',
  )
  expect((await buyer.get(`${shop.url}/cart`)).text).toContain('Segunda via do Manual de Voo')
  await waitFor('a PDF that could not be stored', async () => {
    const rows = harness.db.selectFrom('outbox').where('job', '=', 'render-boleto')
    return (await rows.select('last_error').execute()).some(({ last_error }) => last_error !== null)
  })
  expect(await listCartPhotos()).toEqual([])
  expect((await listFiles()).filter((name) => !filesBefore.includes(name) && name !== 'filler')).toEqual([])
  await end()
  expect((await sendPhoto()).text).not.toContain('Não foi possível salvar')
  expect(await listCartPhotos()).toHaveLength(1)
  await expectInvariants(harness, [firstOrder.orderId, secondOrder.orderId])
}

/** Returns files stored completely or in part, except the worker's mail journal. */
async function listFiles(): Promise<string[]> {
  const entries = await readdir(disk, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('deliveries'))
    .map(({ name }) => name)
}

function listCartPhotos() {
  return harness.db.selectFrom('photos').select('name').where('cart_id', 'is not', null).execute()
}

/** Adds a copy that requires a photo to a cart. Returns the buyer, and a function that uploads the photo. */
async function prepareBuyerWithPhoto() {
  const { id } = PUBLICATION_WITH_PHOTO
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>'
  const content = await drawPicture(drawing, { palette: true })
  const buyer = new Buyer()
  await buyer.addToCart(shop.url, id)
  const page = await buyer.get(`${shop.url}/checkout`)
  const [, checkout_token = ''] = /name="checkout_token"[^>]* value="([^"]*)"/.exec(page.text) ?? []
  const sendPhoto = async () => {
    const response = await buyer.submit(
      `${shop.url}/checkout`,
      { checkout_token, intent: `photo.foto-${id}-0` },
      { [`unit.${id}-0.file`]: { name: 'plaqueta.png', content } },
    )
    return response.location ? buyer.get(new URL(response.location, shop.url).href) : response
  }
  return { buyer, sendPhoto }
}
