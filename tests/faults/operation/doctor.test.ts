import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, createEmptyDatabase } from '#tests/support/fresh-database.ts'
import { startRedis } from '../../../scripts/dev-services/redis.mjs'

let folder: string
let database: Awaited<ReturnType<typeof createDatabase>>
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let redis: Awaited<ReturnType<typeof startRedis>>
let smtp: SMTPServer
let silent: Server
let smtpPort: number

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-doctor-'))
  database = await createDatabase(process.env.DATABASE_URL ?? '')
  empty = await createEmptyDatabase(process.env.DATABASE_URL ?? '')
  redis = await startRedis({ dir: folder })
  smtp = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right-1' ? done(null, { user: 'shop' }) : done(new Error('no')),
  })
  smtp.on('error', () => {})
  const listening = smtp.listen(0, '127.0.0.1')
  await new Promise((done) => listening.once('listening', done))
  smtpPort = (listening.address() as AddressInfo).port
  silent = createServer((socket) => socket.end('nothing\r\n'))
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
})

afterAll(async () => {
  await new Promise<void>((done) => smtp.close(done))
  await new Promise((done) => silent.close(done))
  await redis.stop()
  await database.drop()
  await empty.drop()
  await rm(folder, { recursive: true, force: true })
})

type Changes = Record<string, string | undefined>

function runDoctor(changes: Changes = {}) {
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: 'test',
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    DATA_DIR: join(folder, 'files'),
    CHROMIUM_PATH: process.env.CHROMIUM_PATH,
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    SMTP_URL: `smtp://shop:right-1@127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'loja@exemplo.test',
    LOG_LEVEL: 'silent',
    ...changes,
  }
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, ['build/tools/doctor.js'], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

test('reports no problem in a working installation', async () => {
  const { said } = await runDoctor()
  const lines = [
    'database          reached, ',
    'schema            as this build needs it',
    'Redis             reached, ',
    'Redis             evicts nothing',
    'mail              the server takes the login',
    'Chromium          printed a page',
    'files             DATA_DIR is written and read',
    'disk              DATA_DIR: ',
  ]
  for (const line of lines) expect(said).toContain(`✔ ${line}`)
  expect(said).toMatch(/\n\d+ right, \d+ doubtful, \d+ wrong\n$/)
})

const cases: [name: string, change: () => Changes, line: RegExp][] = [
  [
    'a wrong password of the database',
    () => ({ DATABASE_URL: changeUrl(database.url, (url) => Object.assign(url, { password: 'secret-1' })) }),
    /^✖ database {10}DATABASE_URL: the server refuses this user or its password → /m,
  ],
  [
    'a database that does not exist',
    () => ({
      DATABASE_URL: changeUrl(database.url, (url) => Object.assign(url, { pathname: '/nowhere_1' })),
    }),
    /^✖ database {10}DATABASE_URL: /m,
  ],
  [
    'a database without tables',
    () => ({ DATABASE_URL: empty.url }),
    /^✖ schema {12}.* → npm run db:migrate$/m,
  ],
  [
    'an unreachable database server',
    () => ({ DATABASE_URL: 'mysql://shop:secret-1@127.0.0.1:9/shop' }),
    /^✖ database {10}not reached: .*ECONNREFUSED/m,
  ],
  [
    'an unreachable Redis',
    () => ({ REDIS_URL: 'redis://:secret-1@127.0.0.1:9' }),
    /^✖ Redis {13}not usable: .*ECONNREFUSED/m,
  ],
  [
    'a wrong password of Redis',
    () => ({ REDIS_URL: changeUrl(redis.url, (url) => Object.assign(url, { password: 'secret-1' })) }),
    /^✖ Redis {13}not usable: WRONGPASS/m,
  ],
  [
    'a mail server that rejects the login',
    () => ({ SMTP_URL: `smtp://shop:secret-1@127.0.0.1:${smtpPort}` }),
    /^✖ mail {14}not usable: /m,
  ],
  [
    'an invalid mail server',
    () => ({ SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}` }),
    /^✖ mail {14}not usable: /m,
  ],
  [
    'an unreadable mail key',
    () => ({ DKIM_DOMAIN: 'exemplo.test', DKIM_SELECTOR: 'loja', DKIM_KEY_FILE: '/nowhere/key.pem' }),
    /^✖ mail {14}DKIM_KEY_FILE: does not exist/m,
  ],
  ['an invalid Chromium', () => ({ CHROMIUM_PATH: '/bin/false' }), /^✖ Chromium {10}prints nothing: /m],
  [
    'an unresponsive bucket',
    () => ({
      S3_URL: 'http://127.0.0.1:9',
      S3_BUCKET: 'loja',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'secret-1',
    }),
    /^✖ files {13}bucket loja: /m,
  ],
  [
    'TLS without a trusted proxy',
    () => ({ PUBLIC_URL: 'https://127.0.0.1:9', TRUST_PROXY: '0' }),
    /^✖ proxy {13}TRUST_PROXY=0 behind TLS/m,
  ],
]

test.each(cases)('reports %s in one line, without its password', async (_name, change, line) => {
  const { code, said } = await runDoctor(change())
  expect(said).toMatch(line)
  expect(said).not.toMatch(/secret-1|\n\s+at /)
  expect(code).toBe(1)
})

test('reports an eviction policy of Redis', async () => {
  const client = new Redis(redis.url)
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  expect((await runDoctor()).said).toMatch(/^✖ Redis {13}evicts entries \(maxmemory-policy allkeys-lru\)/m)
  await client.config('SET', 'maxmemory-policy', 'noeviction')
  await client.quit()
})

function changeUrl(address: string, change: (url: URL) => URL): string {
  return change(new URL(address)).href
}
