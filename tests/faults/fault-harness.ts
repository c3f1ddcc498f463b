import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { connect } from '#app/models/platform/connection.server.ts'
import { startRedis } from '../../scripts/dev-services/redis.mjs'
import { createDatabase } from '../support/fresh-database.ts'
import { freePort, runTool, type ShopProcess, startWeb, startWorker, until } from '../support/shop.ts'

type Environment = Record<string, string | undefined>
type Received = { messageId: string; to: string[] }

/** Everything a fault test breaks: own database with the demonstration, own Redis, own mail server, processes. */
export async function startHarness(more: Environment = {}) {
  const database = await createDatabase(process.env.DATABASE_URL ?? '')
  const redisFolder = await mkdtemp(join(tmpdir(), 'aeropub-faults-redis-'))
  const redisPort = await freePort()
  let redis = await startRedis({ dir: redisFolder, port: redisPort })
  const mail = await startMailServer()
  const environment: Environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    DATA_DIR: database.dataFolder,
    SMTP_URL: mail.url,
    LOG_LEVEL: 'info',
    // Fifty buyers wait for one cart here, maybe on a busy machine: that is no outage.
    QUERY_TIMEOUT_MS: '20000',
    POOL_TIMEOUT_MS: '20000',
    RELAY_INTERVAL_MS: '100',
    RECONCILE_INTERVAL_MS: '500',
    REQUEUE_AFTER_MS: '2000',
    PROBE_INTERVAL_MS: '1000',
    LEASE_MS: '1500',
    JOB_LOCK_MS: '2000',
    JOB_STALLED_MS: '1000',
    // Everybody here comes from one address, and fifty of one form come at once.
    LIMIT_FACTOR: '100',
    ...more,
  }
  await runTool('seed', environment).catch(async (error) => {
    await Promise.allSettled([redis.kill(), mail.close(), database.drop()])
    throw error
  })
  const db = connect(database.url)
  await db.deleteFrom('outbox').execute()
  // What the demonstration sold would expire and send reminders; mails are counted here.
  await db.updateTable('subscriptions').set({ due: null }).execute()
  const shown = await db.selectFrom('orders').select('id').execute()
  const processes: ShopProcess[] = []
  const keep = async (starting: Promise<ShopProcess>) => {
    const started = await starting
    processes.push(started)
    return started
  }
  /** Waits until every queued job is done. */
  const done = () =>
    until(
      'an outbox without open rows',
      async () => {
        const open = await db.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()
        return open.length === 0
      },
      60_000,
    ).catch(async (error) => {
      const open = await db.selectFrom('outbox').selectAll().where('done_at', 'is', null).execute()
      throw new Error(`${error} ${JSON.stringify(open)}`)
    })
  return {
    db,
    mail,
    environment,
    dataFolder: database.dataFolder,
    /** Numbers of the orders placed in this run, oldest first. */
    async orders(): Promise<number[]> {
      const rows = await db.selectFrom('orders').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id).filter((id) => !shown.some((order) => order.id === id))
    },
    web: (more: Environment = {}, port?: number, build?: string) =>
      keep(startWeb({ ...environment, ...more }, port, build)),
    worker: (more: Environment = {}) => keep(startWorker({ ...environment, ...more })),
    redis: {
      stop: () => redis.stop(),
      kill: () => redis.kill(),
      signal: (name: NodeJS.Signals) => void process.kill(redis.pid, name),
      start: async () => {
        redis = await startRedis({ dir: redisFolder, port: redisPort })
      },
      forget: () => rm(join(redisFolder, 'data'), { recursive: true, force: true }),
    },
    done,
    async end() {
      for (const each of processes) each.signal('SIGCONT')
      for (const each of processes) each.signal('SIGKILL')
      await Promise.all(processes.map((each) => each.ended))
      await redis.kill()
      await mail.close()
      await db.destroy()
      await database.drop()
      await rm(redisFolder, { recursive: true, force: true })
    },
  }
}

export type FaultHarness = Awaited<ReturnType<typeof startHarness>>

/** A mail server that takes everything, but refuses for a while (451), hangs up or is slow on request. */
async function startMailServer() {
  const received: Received[] = []
  const refusals = { left: 0 }
  const hangUps = { left: 0 }
  const slowness = { ms: 0 }
  let onTaken: (() => void) | undefined
  const open = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, session, callback) {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          if (refusals.left > 0) {
            refusals.left -= 1
            return callback(Object.assign(new Error('try later'), { responseCode: 451 }))
          }
          const messageId = /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? ''
          received.push({ messageId, to: session.envelope.rcptTo.map((each) => each.address) })
          onTaken?.()
          onTaken = undefined
          if (hangUps.left > 0) {
            hangUps.left -= 1
            for (const connection of server.connections) connection.close()
            return
          }
          setTimeout(callback, slowness.ms)
        })
      },
    })
  const port = await freePort()
  const listening = async () => {
    const opened = open()
    // A worker killed in the middle of a message resets its line; without a listener that ends the test process.
    opened.on('error', () => undefined)
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', () => resolve()))
    return opened
  }
  let server = await listening()
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    reject: (times: number) => {
      refusals.left = times
    },
    /** Calls back when the next message has been taken, before the sender hears of it. */
    nextTaken: (then: () => void) =>
      new Promise<void>((resolve) => {
        onTaken = () => {
          then()
          resolve()
        }
      }),
    /** Takes a message at once and says so only after this time. */
    delay: (ms: number) => {
      slowness.ms = ms
    },
    /** Takes so many messages and hangs up instead of saying so. */
    hangUp: (times: number) => {
      hangUps.left = times
    },
    close,
    /** Listens again where it did, after `close`. */
    async reopen() {
      server = await listening()
    },
  }
}

/** A buyer without scripts: keeps cookies, sends forms, does not follow redirects by itself. */
export class Buyer {
  readonly #cookies = new Map<string, string>()

  async get(url: string, signal?: AbortSignal): Promise<{ status: number; location: string; text: string }> {
    const answer = await this.#send(url, signal ? { signal } : {})
    const location = answer.headers.get('Location') ?? ''
    return { status: answer.status, location, text: await answer.text() }
  }

  async post(url: string, fields: Record<string, string>) {
    const answer = await this.#send(url, { method: 'POST', body: new URLSearchParams(fields) })
    await answer.text()
    return { status: answer.status, location: answer.headers.get('Location') ?? '' }
  }

  /** Sends a form with one file. */
  async upload(url: string, file: { name: string; content: Uint8Array }) {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(file.content)], file.name))
    const answer = await this.#send(url, { method: 'POST', body })
    await answer.text()
    return { status: answer.status, location: answer.headers.get('Location') ?? '' }
  }

  /** Fills the cart with a publication and gives the confirmation form, ready to be sent. */
  async fillCheckout(url: string, email: string, publication: number): Promise<Record<string, string>> {
    await this.post(`${url}/cart`, { publication_id: String(publication), add: '1' })
    const first = await this.get(`${url}/checkout`)
    const fields = { ...typed, 'buyer.email': email, checkout_token: hidden(first.text, 'checkout_token') }
    await this.post(`${url}/checkout`, { ...fields, intent: 'quote' })
    const { text } = await this.get(`${url}/checkout`)
    return {
      ...fields,
      intent: 'confirm',
      terms: hidden(text, 'terms'),
      'seen[0].id': hidden(text, 'seen[0].id'),
      'seen[0].price': hidden(text, 'seen[0].price'),
      'seen[0].quantity': hidden(text, 'seen[0].quantity'),
      ...(text.includes('seen_shipping.PAC')
        ? { shipping_service: 'PAC', 'seen_shipping.PAC': hidden(text, 'seen_shipping.PAC') }
        : {}),
    }
  }

  /** Takes a cookie as a browser has it. */
  keep(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  forget(name: string): void {
    this.#cookies.delete(name)
  }

  /** A copy with the same cookies, as a second click of the same browser has. */
  duplicate(): Buyer {
    const duplicate = new Buyer()
    for (const [name, value] of this.#cookies) duplicate.#cookies.set(name, value)
    return duplicate
  }

  async #send(url: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(60_000),
      ...init,
      headers,
      redirect: 'manual',
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }
}

const typed = {
  person_or_company: '0',
  'buyer.name': 'Ana Inventada da Silva',
  'buyer.cpf': '529.982.247-25',
  'buyer.phone': '(14) 99999-0000',
  'buyer.password': 'senha-de-teste-2026',
  'billing.zip_code': '18600-000',
  'billing.street': 'Rua das Hélices',
  'billing.number': '100',
  'billing.complement': '',
  'billing.province': 'Centro',
  'billing.city': 'Botucatu',
  'billing.state': 'SP',
  ship_elsewhere: 'off',
}

function hidden(html: string, name: string): string {
  const escaped = name.replace(/[.[\]]/g, '\\$&')
  return new RegExp(`name="${escaped}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? ''
}

/** Some of the seeded catalogue: a printed manual, and a download. */
export const publications = { manual: 62, index: 58 }

let counter = 0

/** A buyer with a filled confirmation form that was not sent yet. */
export async function readyToBuy(url: string, publication = publications.manual) {
  counter += 1
  const buyer = new Buyer()
  const email = `falha-${process.pid}-${counter}@exemplo.test`
  return { buyer, email, fields: await buyer.fillCheckout(url, email, publication) }
}

/** Buys a printed manual, or what is named, over HTTP; gives the order's number, the buyer and the form that was sent. */
export async function buy(url: string, publication = publications.manual) {
  const { buyer, fields } = await readyToBuy(url, publication)
  const answer = await buyer.post(`${url}/checkout`, fields)
  return { buyer, fields, answer, orderId: orderIn(answer) }
}

/** The number of the order that an answer leads to. */
export function orderIn({ location }: { location: string }): number {
  return Number(/\/payment\/(\d+)$/.exec(location)?.[1] ?? Number.NaN)
}
