import { setTimeout as pause } from 'node:timers/promises'
import { hashSecret } from '#app/models/accounts/session.server.ts'
import { waitFor } from '#tests/support/shop.ts'
import { Buyer, prepareBuyer, publications, readOrderNumber } from '../../tests/faults/support/buyer.ts'
import type { SoakShop } from './soak-shop.ts'

export type TrafficResult = {
  answers: Map<string, number>
  /** failures by the preceding fault; '' if there is none */
  failures: Map<string, string[]>
  orders: number[]
}

/** Milliseconds between a client's requests, so that the processor is not the limit. */
const READER_PAUSE_MS = 250
const BUYER_PAUSE_MS = 4_000
const STAFF_PAUSE_MS = 1_500
const FILE_PAUSE_MS = 6_000
const ORDER_LIMIT_MS = 60_000
const shopPages = ['/', '/publications', `/publications/${publications.manual}`, '/cart', '/login', '/status']
const staffPages = [
  '/admin/',
  '/admin/today',
  '/admin/orders',
  '/admin/expeditions',
  '/admin/users',
  '/admin/jobs',
]
const invoicePdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

export async function startTraffic(shop: SoakShop, currentFault: () => string | undefined) {
  const { url } = shop
  const traffic: TrafficResult = { answers: new Map(), failures: new Map(), orders: [] }
  const staff = await openBrowser(shop, 'admin@aeropub.test')
  const partner = await openBrowser(shop, 'parceiro@aeropub.test')
  const labelledUserId = await findUserWithAddress(shop)
  let isOver = false

  const runClient = async (kind: string, pauseMs: number, runTurn: (turn: number) => Promise<void>) => {
    for (let turn = 0; !isOver; turn++) {
      try {
        await runTurn(turn)
        traffic.answers.set(kind, (traffic.answers.get(kind) ?? 0) + 1)
      } catch (error) {
        const fault = currentFault() ?? ''
        traffic.failures.set(fault, [...(traffic.failures.get(fault) ?? []), `${kind}: ${error}`])
      }
      await pause(pauseMs)
    }
  }
  const placeOrder = async () => {
    const { buyer, fields } = await prepareBuyer(url)
    if (!fields.terms || !fields['seen[0].id'] || !fields.shipping_service)
      throw new Error('no checkout page')
    // Submits the same form until it gets a response, as a person does.
    const response = await waitFor(
      'an order',
      async () => {
        const attempt = await buyer.post(`${url}/checkout`, fields)
        return attempt.status === 303 && attempt
      },
      ORDER_LIMIT_MS,
    )
    const id = readOrderNumber(response)
    traffic.orders.push(id)
    await waitFor('the boleto', () => isPdf(buyer, `${url}/payment/${id}/boleto.pdf`), ORDER_LIMIT_MS)
  }
  const getLastOrder = () => traffic.orders.at(-1)
  const clients = [
    // Three readers, each of whom starts at another page.
    ...[0, 2, 4].map((firstPage) =>
      runClient('pages', READER_PAUSE_MS, (turn) =>
        readPage(new Buyer(), url + shopPages[(firstPage + turn) % shopPages.length]),
      ),
    ),
    runClient('orders with their boleto', BUYER_PAUSE_MS, placeOrder),
    runClient('orders with their boleto', BUYER_PAUSE_MS, placeOrder),
    runClient('lists of staff', STAFF_PAUSE_MS, (turn) =>
      readPage(staff, url + staffPages[turn % staffPages.length]),
    ),
    runClient('sheets of labels', FILE_PAUSE_MS, () =>
      openFile(staff, url, `/admin/user/${labelledUserId}/labels`, {
        style: 'complete',
        sheet: '6181',
        start: '1',
      }),
    ),
    runClient('stamped copies', FILE_PAUSE_MS, () =>
      openFile(partner, url, '/partner', { publication: String(publications.index) }),
    ),
    runClient('uploads', FILE_PAUSE_MS, async () => {
      if (getLastOrder() === undefined) return
      const file = { name: 'nota.pdf', content: invoicePdf }
      const { status } = await staff.upload(`${url}/admin/order/${getLastOrder()}/files`, file)
      if (status !== 302 && status !== 303) throw new Error(`${status}`)
    }),
  ]
  return {
    traffic,
    async end() {
      isOver = true
      await Promise.all(clients)
    },
  }
}

async function readPage(browser: Buyer, address: string): Promise<void> {
  const { status } = await browser.get(address)
  if (status !== 200) throw new Error(`${status} ${new URL(address).pathname}`)
}

/** Sends a form that makes a file, and waits until its page offers the file or its address returns it. */
async function openFile(browser: Buyer, url: string, page: string, fields: Record<string, string>) {
  const { status, location } = await browser.post(url + page, fields)
  if (status !== 303) throw new Error(`${status} ${page}`)
  const isProgressPage = /^\/files\/\d+$/.exec(location)
  await waitFor(
    `${location}`,
    async () => {
      const { status: pageStatus, text } = await browser.get(url + location)
      if (!isProgressPage) return pageStatus === 200
      return pageStatus === 200 && /href="\/files\/\d+\/[^"]+"/.test(text)
    },
    ORDER_LIMIT_MS,
  )
}

async function isPdf(browser: Buyer, address: string): Promise<boolean> {
  const { status, text } = await browser.get(address)
  return status === 200 && text.startsWith('%PDF-')
}

/** Returns a browser with an open session of the user, so that no login is needed. */
async function openBrowser({ harness: { db } }: SoakShop, email: string): Promise<Buyer> {
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const token = `soak ${email}`
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashSecret(token),
      user_id: user.id,
      last_seen_at: new Date(),
      expires_at: new Date(Date.now() + 24 * 3_600_000),
    })
    .execute()
  const browser = new Buyer()
  browser.setCookie('session', encodeURIComponent(Buffer.from(JSON.stringify(token)).toString('base64')))
  return browser
}

/** Returns the demonstration's customer, who has an address for labels. */
async function findUserWithAddress({ harness: { db } }: SoakShop): Promise<number> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'cliente@aeropub.test')
    .executeTakeFirstOrThrow()
  return user.id
}
