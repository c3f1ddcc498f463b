import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { createConnection } from 'mysql2/promise'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUsers } from '#tests/support/database-users/restricted-users.ts'
import { createDatabase, createEmptyDatabase } from '#tests/support/fresh-database.ts'
import { startRedis } from '../../../scripts/dev-services/redis.mjs'
import { findFreePort, launchWeb, launchWorker, waitFor } from '../../support/shop.ts'

let folder: string
let database: Awaited<ReturnType<typeof createDatabase>>
let emptyDatabase: Awaited<ReturnType<typeof createEmptyDatabase>>
let redis: Awaited<ReturnType<typeof startRedis>>
let smtp: SMTPServer
let nonSmtpServer: Server
let smtpPort: number
let users: Awaited<ReturnType<typeof makeUsers>>
let userWithoutRights: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-doctor-'))
  database = await createDatabase(process.env.DATABASE_URL ?? '')
  emptyDatabase = await createEmptyDatabase(process.env.DATABASE_URL ?? '')
  users = await makeUsers(database.url)
  userWithoutRights = `bare_${process.pid}`
  await runAsOwner(`create user '${userWithoutRights}'@'%' identified by 'secret-1'`)
  // A link to itself, which cannot be opened.
  await symlink(join(folder, 'loop'), join(folder, 'loop'))
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
  nonSmtpServer = createServer((socket) => socket.end('nothing\r\n'))
  await new Promise<void>((done) => nonSmtpServer.listen(0, '127.0.0.1', done))
})

afterAll(async () => {
  await new Promise<void>((done) => smtp.close(done))
  await new Promise((done) => nonSmtpServer.close(done))
  await redis.stop()
  await runAsOwner(`drop user '${userWithoutRights}'@'%'`)
  await users.drop()
  await database.drop()
  await emptyDatabase.drop()
  await rm(folder, { recursive: true, force: true })
})

type Changes = Record<string, string | undefined>

async function runAsOwner(statement: string) {
  const owner = await createConnection(process.env.DATABASE_URL ?? '')
  await owner.query(statement).finally(() => owner.end())
}

function makeEnvironment(changes: Changes): Changes {
  return {
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
}

const runDoctor = (changes: Changes = {}) => runProgram('doctor', changes)

function runProgram(name: 'doctor' | 'web' | 'worker', changes: Changes) {
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', ...makeEnvironment(changes) }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, [`build/tools/${name}.js`], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

test('reports each part of a working installation as right', async () => {
  const { output } = await runDoctor()
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
  for (const line of lines) expect(output).toContain(`✔ ${line}`)
  const wrongLines = output.split('\n').filter((line) => line.startsWith('✖'))
  // The database of tests does not wait for the disk.
  expect(wrongLines.filter((line) => !line.includes('a power cut loses confirmed orders'))).toEqual([])
  expect(output).toMatch(/\n\d+ right, \d+ doubtful, \d+ wrong\n$/)
})

/**
 * Complete settings of a production, of which each row of the table changes some. Nothing listens on port 9.
 * Values that must not be printed contain `secret-1`.
 */
const production: Changes = {
  NODE_ENV: 'production',
  APP_ENV: 'production',
  PUBLIC_URL: 'https://loja.exemplo.test',
  DATABASE_URL: 'mysql://shop:secret-1@127.0.0.1:9/shop',
  REDIS_URL: 'redis://:secret-1@127.0.0.1:9',
  COOKIE_SECRETS: createHash('sha256').update('any').digest('hex'),
  CHROMIUM_PATH: process.execPath,
}
const incompletePix = {
  PIX_URL: 'https://api.banco.exemplo.test',
  PIX_TOKEN_URL: 'https://auth.banco.exemplo.test',
  PIX_CERT_FILE: process.execPath,
  PIX_KEY_FILE: process.execPath,
  PIX_WEBHOOK_TOKEN: 'secret-1'.repeat(4),
}
const incompleteBucket = { S3_BUCKET: 'loja', S3_ACCESS_KEY_ID: 'a' }

const refusals: [name: string, change: () => Changes, line: string][] = [
  ['no PUBLIC_URL', () => ({ PUBLIC_URL: '' }), 'PUBLIC_URL: required in production'],
  [
    'PUBLIC_URL without https',
    () => ({ PUBLIC_URL: 'http://loja.exemplo.test' }),
    'PUBLIC_URL: must use https in production, except for this machine',
  ],
  [
    'PUBLIC_URL that is no address',
    () => ({ PUBLIC_URL: 'loja.exemplo.test' }),
    'PUBLIC_URL: an address with http: or https:',
  ],
  [
    'PUBLIC_URL with a path',
    () => ({ PUBLIC_URL: 'https://exemplo.test/loja' }),
    'PUBLIC_URL: an address without a path',
  ],
  [
    'a database on another machine without TLS',
    () => ({ DATABASE_URL: 'mysql://shop:secret-1@db.exemplo.test/shop' }),
    'DATABASE_URL: must use TLS in production (?ssl={}), except on this machine or with TRUSTED_NETWORK=1',
  ],
  [
    'DATABASE_URL with an unescaped password',
    () => ({ DATABASE_URL: 'mysql://web:secret-1#2@127.0.0.1/shop' }),
    'DATABASE_URL: an address as mysql://user@host/database',
  ],
  [
    'DATABASE_URL without a database',
    () => ({ DATABASE_URL: 'mysql://web:secret-1@127.0.0.1' }),
    'DATABASE_URL: the name of the database is missing',
  ],
  [
    'Redis on another machine without TLS',
    () => ({ REDIS_URL: 'redis://:secret-1@redis.exemplo.test' }),
    'REDIS_URL: must use rediss: in production, except on this machine or with TRUSTED_NETWORK=1',
  ],
  [
    'REDIS_URL that is no address',
    () => ({ REDIS_URL: 'secret-1@127.0.0.1' }),
    'REDIS_URL: an address with redis: or rediss:',
  ],
  [
    'REDIS_URL of another kind',
    () => ({ REDIS_URL: 'http://:secret-1@127.0.0.1' }),
    'REDIS_URL: an address with redis: or rediss:',
  ],
  [
    'Sentinels together with a cluster',
    () => ({ REDIS_SENTINELS: '127.0.0.1:1', REDIS_CLUSTER: '127.0.0.1:2' }),
    'REDIS_CLUSTER: not together with REDIS_SENTINELS',
  ],
  [
    'no COOKIE_SECRETS',
    () => ({ COOKIE_SECRETS: '' }),
    'COOKIE_SECRETS: Invalid input: expected string, received undefined',
  ],
  [
    'short COOKIE_SECRETS',
    () => ({ COOKIE_SECRETS: 'secret-1-0123456789' }),
    'COOKIE_SECRETS: each secret needs at least 32 characters',
  ],
  [
    'COOKIE_SECRETS that are not random',
    () => ({ COOKIE_SECRETS: 'secret-1'.repeat(5) }),
    'COOKIE_SECRETS: must be random in production, for example from `openssl rand -hex 32`',
  ],
  [
    'a misspelt APP_ENV',
    () => ({ APP_ENV: 'secret-1' }),
    'APP_ENV: Invalid option: expected one of "production"|"demonstration"|"development"|"test"',
  ],
  ['no SMTP_URL', () => ({ SMTP_URL: '' }), 'SMTP_URL: required in production: mails would become files'],
  [
    'SMTP_URL that is no address',
    () => ({ SMTP_URL: 'secret-1@smtp.exemplo.test' }),
    'SMTP_URL: an address with smtp: or smtps:',
  ],
  [
    'MAIL_FROM that is no address',
    () => ({ MAIL_FROM: 'Loja secret-1@' }),
    'MAIL_FROM: an address as Loja <loja@example.com>',
  ],
  [
    'half of the DKIM settings',
    () => ({ DKIM_DOMAIN: 'exemplo.test', DKIM_SELECTOR: 'loja' }),
    'DKIM_KEY_FILE: needed with the other DKIM_ variables',
  ],
  [
    'half of the bucket settings',
    () => incompleteBucket,
    'S3_SECRET_ACCESS_KEY: needed with the other S3_ variables',
  ],
  [
    'a bucket without TLS',
    () => ({ ...incompleteBucket, S3_SECRET_ACCESS_KEY: 'secret-1', S3_URL: 'http://s3.exemplo.test' }),
    'S3_URL: must use https in production',
  ],
  [
    'half of the gateway settings',
    () => ({ ASAAS_API_KEY: 'secret-1' }),
    'ASAAS_WEBHOOK_TOKEN: needed with the other ASAAS_ variables',
  ],
  ['half of the Pix settings', () => incompletePix, 'PIX_CLIENT_ID: needed with the other PIX variables'],
  [
    'half of the fiscal settings',
    () => ({ FOCUS_NFE_TOKEN: 'secret-1'.repeat(2) }),
    'FOCUS_NFE_ENVIRONMENT: production or homologation, needed with FOCUS_NFE_TOKEN',
  ],
  [
    'one of two database users',
    () => ({ WEB_DATABASE_URL: 'mysql://web:secret-1@127.0.0.1/shop' }),
    'WORKER_DATABASE_URL: needed with WEB_DATABASE_URL',
  ],
  ['a wrong BACKUP_KEY', () => ({ BACKUP_KEY: 'secret-1' }), 'BACKUP_KEY: a key has 32 bytes, in base64'],
  [
    'TRUST_PROXY in words',
    () => ({ TRUST_PROXY: 'yes' }),
    'TRUST_PROXY: Invalid input: expected number, received NaN',
  ],
  ['PORT beyond the last one', () => ({ PORT: '99999' }), 'PORT: Too big: expected number to be <=65535'],
  ['no web process', () => ({ WEB_PROCESSES: '0' }), 'WEB_PROCESSES: '],
  [
    'access records inside DATA_DIR',
    () => ({ ACCESS_RECORDS_DIR: join(folder, 'files', 'records') }),
    'ACCESS_RECORDS_DIR: must be outside DATA_DIR and must not contain it, because backups include DATA_DIR',
  ],
  ['an unreadable DATA_DIR', () => ({ DATA_DIR: join(folder, 'loop') }), 'DATA_DIR: this user has no access'],
  [
    'a missing folder of bank files',
    () => ({ BANK_FILES_DIR: '/nowhere/secret-1' }),
    'BANK_FILES_DIR: does not exist',
  ],
  ['a missing Chromium', () => ({ CHROMIUM_PATH: '/nowhere/secret-1' }), 'CHROMIUM_PATH: does not exist'],
  ['LIMIT_FACTOR', () => ({ LIMIT_FACTOR: '100' }), 'LIMIT_FACTOR: for tests, not in production'],
]

test.each(refusals)(
  'refuses production with %s in one line, without its value',
  async (_name, change, line) => {
    const { code, output } = await runDoctor({ ...production, ...change() })
    expect(output.split('\n')).toEqual(['Environment not usable:', expect.stringContaining(`  ${line}`), ''])
    expect(output).not.toContain('secret-1')
    expect(code).toBe(1)
  },
)

const brokenInstallations: [name: string, change: () => Changes, line: RegExp][] = [
  [
    'an unknown user of the database',
    () => ({ DATABASE_URL: changeUrl(database.url, (url) => Object.assign(url, { username: 'nobody_1' })) }),
    /^✖ database {10}DATABASE_URL: the server refuses this user or its password → /m,
  ],
  [
    'a database user without rights',
    () => {
      const user = { username: userWithoutRights, password: 'secret-1' }
      return { DATABASE_URL: changeUrl(database.url, (url) => Object.assign(url, user)) }
    },
    /^✖ database {10}DATABASE_URL: this user has no right in this database; npm run database-users gives .* → /m,
  ],
  [
    'database users of web and worker exchanged',
    () => ({ WEB_DATABASE_URL: users.worker, WORKER_DATABASE_URL: users.web }),
    /^✖ database users {4}\d+ rights differ, the first: .* → npm run database-users$/m,
  ],
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
    () => ({ DATABASE_URL: emptyDatabase.url }),
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
    'no password for a Redis that requires one',
    () => ({ REDIS_URL: changeUrl(redis.url, (url) => Object.assign(url, { password: '' })) }),
    /^✖ Redis {13}not usable: NOAUTH/m,
  ],
  [
    'an unknown lane',
    () => ({ WORKER_LANES: 'mail,secret-1' }),
    /^✖ lanes {13}WORKER_LANES is not understood → some of work,mail,/m,
  ],
  [
    'a mail server that rejects the login',
    () => ({ SMTP_URL: `smtp://shop:secret-1@127.0.0.1:${smtpPort}` }),
    /^✖ mail {14}not usable: /m,
  ],
  [
    'an invalid mail server',
    () => ({ SMTP_URL: `smtp://127.0.0.1:${(nonSmtpServer.address() as AddressInfo).port}` }),
    /^✖ mail {14}not usable: /m,
  ],
  [
    'a missing mail key file',
    () => ({ DKIM_DOMAIN: 'exemplo.test', DKIM_SELECTOR: 'loja', DKIM_KEY_FILE: '/nowhere/key.pem' }),
    /^✖ mail {14}DKIM_KEY_FILE: does not exist/m,
  ],
  [
    'a folder in place of the mail key file',
    () => ({ DKIM_DOMAIN: 'exemplo.test', DKIM_SELECTOR: 'loja', DKIM_KEY_FILE: folder }),
    /^✖ mail {14}DKIM_KEY_FILE: cannot be read/m,
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

test.each(brokenInstallations)(
  'reports %s in one line, without its password',
  async (_name, change, line) => {
    const { code, output } = await runDoctor(change())
    expect(output).toMatch(line)
    expect(output).not.toMatch(/secret-1|\n\s+at /)
    expect(code).toBe(1)
  },
)

test('reports a Redis whose policy evicts entries', async () => {
  const client = new Redis(redis.url)
  await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
  expect((await runDoctor()).output).toMatch(/^✖ Redis {13}evicts entries \(maxmemory-policy allkeys-lru\)/m)
  await client.config('SET', 'maxmemory-policy', 'noeviction')
  await client.quit()
})

test.each([
  ['web', 'worker', /"level":40[^\n]*DATABASE_URL: this user has rights that the web does not need: /],
  ['worker', 'web', /"level":50[^\n]*alert: DATABASE_URL: this user lacks rights of the worker, the first: /],
] as const)('a %s with the database user of the %s logs this in one line', async (role, otherRole, line) => {
  const shop = { ...makeEnvironment(production), DATABASE_URL: users[otherRole], LOG_LEVEL: 'warn' }
  const started =
    role === 'web'
      ? launchWeb({ ...shop, WEB_PROCESSES: '1' }, await findFreePort())
      : await launchWorker({ ...shop, REDIS_URL: redis.url, WORKER_LANES: 'mail' })
  await waitFor('the line', async () => line.test(started.output()))
  expect(started.output()).not.toContain(new URL(users[otherRole]).password)
  await started.stop()
})

test.each([
  ['PORT', 'web', { WEB_PROCESSES: '1' }],
  ['WORKER_PORT', 'worker', { WORKER_LANES: 'mail' }],
] as const)('a %s in use ends the %s with one line', async (name, role, overrides) => {
  const { port } = nonSmtpServer.address() as AddressInfo
  const changes = { LOG_LEVEL: 'fatal', [name]: String(port), DATABASE_URL: users[role], ...overrides }
  const { code, output } = await runProgram(role, changes)
  expect(output.trim().split('\n')).toEqual([expect.stringContaining(`${name}: ${role} cannot listen`)])
  expect(output).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`)
  expect(code).toBe(1)
})

function changeUrl(address: string, change: (url: URL) => URL): string {
  return change(new URL(address)).href
}
