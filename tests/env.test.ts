import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { parseEnv, variableNames } from '#app/env.server.ts'

// An earlier test file of the process may have loaded the shop, which sets Portuguese messages.
const { localeError } = z.config()
beforeAll(() => void z.config(z.locales.en()))
afterAll(() => void z.config({ localeError }))

const requiredVariables = {
  DATABASE_URL: 'mysql://shop@127.0.0.1/shop',
  REDIS_URL: 'redis://127.0.0.1',
  PUBLIC_URL: 'https://loja.exemplo.test',
  SMTP_URL: 'smtp://127.0.0.1',
  COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
}
/** A secret that production accepts as random. */
const randomSecret = { COOKIE_SECRETS: createHash('sha256').update('any').digest('hex') }
const correiosVariables = {
  CORREIOS_USER: 'loja',
  CORREIOS_ACCESS_CODE: 'segredo',
  CORREIOS_CARD: '0067599079',
}

test.each(['production', 'demonstration', 'development'])(
  'in %s the public postal code services are the default, and can be replaced or turned off',
  (APP_ENV) => {
    expect(parseEnv({ ...requiredVariables, APP_ENV })).toMatchObject({
      VIACEP_URL: 'https://viacep.com.br',
      BRASILAPI_URL: 'https://brasilapi.com.br',
      CORREIOS: undefined,
    })
    const changed = {
      ...requiredVariables,
      APP_ENV,
      VIACEP_URL: '',
      BRASILAPI_URL: 'https://cep.example.com/',
    }
    expect(parseEnv(changed)).toMatchObject({
      VIACEP_URL: undefined,
      BRASILAPI_URL: 'https://cep.example.com',
    })
  },
)

test('a test connects only to this machine', () => {
  expect(parseEnv({ ...requiredVariables, APP_ENV: 'test' })).toMatchObject({
    VIACEP_URL: undefined,
    BRASILAPI_URL: undefined,
    CORREIOS: undefined,
  })
  const local = { ...requiredVariables, APP_ENV: 'test', VIACEP_URL: 'http://127.0.0.1:8080' }
  expect(parseEnv(local).VIACEP_URL).toBe('http://127.0.0.1:8080')
  const remote = { ...requiredVariables, APP_ENV: 'test', VIACEP_URL: 'https://viacep.com.br' }
  expect(() => parseEnv(remote)).toThrow('VIACEP_URL: a test asks this machine alone')
  expect(() => parseEnv({ ...requiredVariables, ...correiosVariables, APP_ENV: 'test' })).toThrow(
    'CORREIOS_URL: needed in a test',
  )
})

test('production requires https for other services', () => {
  const httpVariables = {
    ...requiredVariables,
    APP_ENV: 'production',
    CORREIOS_URL: 'http://api.correios.com.br',
  }
  expect(() => parseEnv(httpVariables)).toThrow('CORREIOS_URL: must use https in production')
})

test('a contract with Correios has its default address and services', () => {
  expect(
    parseEnv({ ...requiredVariables, ...correiosVariables, APP_ENV: 'production', CORREIOS_SERVICES: '' })
      .CORREIOS,
  ).toEqual({
    url: 'https://api.correios.com.br',
    user: 'loja',
    accessCode: 'segredo',
    card: '0067599079',
    services: [
      { code: '03220', name: 'SEDEX' },
      { code: '03298', name: 'PAC' },
    ],
  })
})

test('services of a contract have codes and names', () => {
  const CORREIOS_SERVICES = '03158:SEDEX 10,03298:PAC'
  expect(
    parseEnv({ ...requiredVariables, ...correiosVariables, CORREIOS_SERVICES }).CORREIOS?.services,
  ).toEqual([
    { code: '03158', name: 'SEDEX 10' },
    { code: '03298', name: 'PAC' },
  ])
})

test.each([
  ['no name', '03220'],
  ['a short code', '322:SEDEX'],
  ['a repeated code', '03220:SEDEX,03220:PAC'],
  ['a repeated name', '03220:SEDEX,03298:SEDEX'],
  ['more than fit into a batch', '00001:A,00002:B,00003:C,00004:D,00005:E,00006:F'],
])('rejects Correios services with %s', (_name, CORREIOS_SERVICES) => {
  expect(() => parseEnv({ ...requiredVariables, ...correiosVariables, CORREIOS_SERVICES })).toThrow(
    'CORREIOS_SERVICES',
  )
})

test('an incomplete contract is rejected with the missing names and without its values', () => {
  const incomplete = {
    ...requiredVariables,
    CORREIOS_USER: 'loja',
    CORREIOS_ACCESS_CODE: '',
    CORREIOS_CARD: '0067599079',
  }
  const message = 'CORREIOS_ACCESS_CODE: needed with the other CORREIOS_ variables'
  expect(() => parseEnv(incomplete)).toThrow(message)
  expect(() => parseEnv(incomplete)).not.toThrow(/loja|0067599079|CORREIOS_USER/)
})

const gatewayVariables = {
  ASAAS_API_KEY: '$aact_prod_segredo',
  ASAAS_WEBHOOK_TOKEN: 'token-dos-avisos-segredo',
}

test('a payment gateway has its key, its webhook token and its default address', () => {
  expect(parseEnv({ ...requiredVariables, APP_ENV: 'production' }).ASAAS).toBeUndefined()
  expect(parseEnv({ ...requiredVariables, ...gatewayVariables, APP_ENV: 'production' }).ASAAS).toEqual({
    url: 'https://api.asaas.com/v3',
    apiKey: '$aact_prod_segredo',
    webhookToken: 'token-dos-avisos-segredo',
  })
  const sandbox = {
    ...requiredVariables,
    ...gatewayVariables,
    ASAAS_URL: 'https://api-sandbox.asaas.com/v3/',
  }
  expect(parseEnv(sandbox).ASAAS?.url).toBe('https://api-sandbox.asaas.com/v3')
})

test('rejects an incomplete or remote gateway, a short token, and plain http in production', () => {
  const incomplete = { ...requiredVariables, ...gatewayVariables, ASAAS_WEBHOOK_TOKEN: '' }
  expect(() => parseEnv(incomplete)).toThrow('ASAAS_WEBHOOK_TOKEN: needed with the other ASAAS_ variables')
  expect(() => parseEnv({ ...requiredVariables, ...gatewayVariables, ASAAS_WEBHOOK_TOKEN: 'curto' })).toThrow(
    'ASAAS_WEBHOOK_TOKEN: a token has at least 16 characters',
  )
  const testVariables = { ...requiredVariables, ...gatewayVariables, APP_ENV: 'test' }
  expect(() => parseEnv(testVariables)).toThrow('ASAAS_URL: needed in a test')
  const foreignGateway = { ...testVariables, ASAAS_URL: 'https://api-sandbox.asaas.com/v3' }
  expect(() => parseEnv(foreignGateway)).toThrow('ASAAS_URL: a test asks this machine alone')
  const httpVariables = {
    ...requiredVariables,
    ...gatewayVariables,
    APP_ENV: 'production',
    ASAAS_URL: 'http://api.asaas.com/v3',
  }
  expect(() => parseEnv(httpVariables)).toThrow('ASAAS_URL: must use https in production')
})

/** Without PUBLIC_URL, which only production requires. */
const testableVariables = {
  DATABASE_URL: 'mysql://shop@127.0.0.1/shop',
  REDIS_URL: 'redis://127.0.0.1',
  SMTP_URL: 'smtp://127.0.0.1',
  COOKIE_SECRETS: '0123456789abcdef'.repeat(3),
}

test('the default environment is production, which requires PUBLIC_URL and ignores FAULT_POINT', () => {
  expect(() => parseEnv(testableVariables)).toThrow('PUBLIC_URL: required in production')
  const env = parseEnv({ ...testableVariables, PUBLIC_URL: 'https://loja.exemplo.test/', FAULT_POINT: 'a:b' })
  expect(env).toMatchObject({ APP_ENV: 'production', SECURE: true, PUBLIC_URL: 'https://loja.exemplo.test' })
  expect(env.FAULT_POINT).toBeUndefined()
})

test('APP_ENV selects a demonstration, and NODE_ENV a test', () => {
  expect(parseEnv({ ...testableVariables, APP_ENV: 'demonstration' }).APP_ENV).toBe('demonstration')
  expect(parseEnv({ ...testableVariables, NODE_ENV: 'test' }).APP_ENV).toBe('test')
})

test.each(['x'.repeat(31), `${'x'.repeat(32)},short`, `${'x'.repeat(32)},`])(
  'rejects cookie secrets that are too short: %s',
  (COOKIE_SECRETS) => {
    expect(() => parseEnv({ ...testableVariables, NODE_ENV: 'test', COOKIE_SECRETS })).toThrow(
      'COOKIE_SECRETS',
    )
  },
)

test.each(['x'.repeat(64), 'abcabcd'.repeat(8), `${'0123456789abcdef'.repeat(3)},${'-'.repeat(40)}`])(
  'production rejects a secret that is not random, which a demonstration accepts: %s',
  (COOKIE_SECRETS) => {
    const variables = { ...testableVariables, COOKIE_SECRETS, PUBLIC_URL: 'https://loja.exemplo.test' }
    expect(() => parseEnv(variables)).toThrow('COOKIE_SECRETS: must be random in production')
    expect(parseEnv({ ...variables, APP_ENV: 'demonstration' }).APP_ENV).toBe('demonstration')
  },
)

test('the error message names every invalid variable and never its value', () => {
  const invalidVariables = {
    ...testableVariables,
    NODE_ENV: 'test',
    DATABASE_URL: 'geheim',
    PORT: 'abc',
    SMTP_URL: '',
  }
  expect(() => parseEnv(invalidVariables)).toThrow(/DATABASE_URL: [\s\S]*PORT: /)
  expect(() => parseEnv(invalidVariables)).not.toThrow(/geheim/)
})

test('limits can be raised for tests and measurements, but not in production', () => {
  expect(parseEnv({ ...testableVariables, APP_ENV: 'test', LIMIT_FACTOR: '100' }).LIMIT_FACTOR).toBe(100)
  expect(parseEnv({ ...testableVariables, APP_ENV: 'test' }).LIMIT_FACTOR).toBe(1)
  const liveShop = { ...testableVariables, APP_ENV: 'production', PUBLIC_URL: 'https://loja.exemplo.test' }
  expect(parseEnv({ ...liveShop, LIMIT_FACTOR: '1' }).LIMIT_FACTOR).toBe(1)
  expect(() => parseEnv({ ...liveShop, LIMIT_FACTOR: '100' })).toThrow(
    'LIMIT_FACTOR: for tests, not in production',
  )
})

test.each([
  [{}, { WEB_PROCESSES: availableParallelism() }],
  [{ APP_ENV: 'test' }, { WEB_PROCESSES: 1, DATABASE_POOL: 10, REPORT_POOL: 4 }],
  [{ WEB_PROCESSES: 'auto', APP_ENV: 'test' }, { WEB_PROCESSES: availableParallelism() }],
  [{ WEB_PROCESSES: '8' }, { WEB_PROCESSES: 8, DATABASE_POOL: 10, REPORT_POOL: 4 }],
  [{ WEB_PROCESSES: '16' }, { DATABASE_POOL: 5, REPORT_POOL: 2 }],
  [{ WEB_PROCESSES: '64' }, { DATABASE_POOL: 4, REPORT_POOL: 2 }],
  [
    { WEB_PROCESSES: '16', DATABASE_POOL: '20', REPORT_POOL: '3' },
    { DATABASE_POOL: 20, REPORT_POOL: 3 },
  ],
])('parses the variables %o as the settings %o', (variables, expected) => {
  expect(parseEnv({ ...requiredVariables, ...variables })).toMatchObject(expected)
})

test.each(['0', '65', '1.5', 'all'])('rejects %s as the number of web processes', (WEB_PROCESSES) => {
  expect(() => parseEnv({ ...requiredVariables, WEB_PROCESSES })).toThrow('WEB_PROCESSES: ')
})

test('Redis sentinels are parsed as host and port, and are rejected together with a cluster', () => {
  const REDIS_SENTINELS = 'redis-a:26379, [fd00::1]:26380'
  const secureRedis = { ...requiredVariables, REDIS_URL: 'rediss://redis' }
  expect(parseEnv({ ...secureRedis, REDIS_SENTINELS }).REDIS_SENTINELS).toEqual([
    { host: 'redis-a', port: 26379 },
    { host: 'fd00::1', port: 26380 },
  ])
  expect(parseEnv(requiredVariables)).toMatchObject({ REDIS_SENTINELS: [], REDIS_CLUSTER: [] })
  expect(() => parseEnv({ ...requiredVariables, REDIS_SENTINELS, REDIS_CLUSTER: 'redis-c:6379' })).toThrow(
    'REDIS_CLUSTER: not together with REDIS_SENTINELS',
  )
})

test.each(['redis-a', 'redis-a:', ':6379', 'redis-a:0', 'redis-a:70000', 'redis a:1'])(
  'rejects %s as a server',
  (REDIS_CLUSTER) => {
    expect(() => parseEnv({ ...requiredVariables, REDIS_CLUSTER })).toThrow(
      'REDIS_CLUSTER: host:port, by commas',
    )
  },
)

test('a bucket requires its keys, and https in production', () => {
  const bucketVariables = {
    SMTP_URL: 'smtp://127.0.0.1',
    S3_BUCKET: 'arquivos',
    S3_ACCESS_KEY_ID: 'chave',
    S3_SECRET_ACCESS_KEY: 'segredo',
  }
  const S3_URL = 'https://s3.exemplo.test'
  expect(
    parseEnv({ ...requiredVariables, ...bucketVariables, S3_URL, APP_ENV: 'production' }).BUCKET,
  ).toMatchObject({
    bucket: 'arquivos',
    endpoint: S3_URL,
    prefix: '',
  })
  expect(parseEnv(requiredVariables).BUCKET).toBeUndefined()
  expect(() => parseEnv({ ...requiredVariables, S3_BUCKET: 'arquivos' })).toThrow(
    'S3_SECRET_ACCESS_KEY: needed with the other S3_ variables',
  )
  const httpVariables = {
    ...requiredVariables,
    ...bucketVariables,
    S3_URL: 'http://s3.exemplo.test',
    APP_ENV: 'production',
  }
  expect(() => parseEnv(httpVariables)).toThrow('S3_URL: must use https in production')
})

const production = { ...requiredVariables, APP_ENV: 'production' }
const existingFile = import.meta.filename

test.each([
  ['PUBLIC_URL', 'http://loja.exemplo.test', 'must use https in production'],
  ['PUBLIC_URL', 'javascript:alert(1)', 'an address with http: or https:'],
  ['PUBLIC_URL', 'https://loja.exemplo.test/loja', 'an address without a path'],
  ['PUBLIC_URL', 'https://loja.exemplo.test/?a=1', 'an address without a path'],
  ['SMTP_URL', '', 'required in production'],
  ['SMTP_URL', 'http://127.0.0.1', 'an address with smtp: or smtps:'],
  ['DATABASE_URL', 'http://127.0.0.1/shop', 'an address as mysql:'],
  ['DATABASE_URL', 'mysql://shop@127.0.0.1', 'the name of the database is missing'],
  ['DATABASE_URL', 'mysql://shop@127.0.0.1/', 'the name of the database is missing'],
  ['REDIS_URL', 'http://127.0.0.1', 'an address with redis: or rediss:'],
  ['PORT', '99999', 'Too big'],
  ['WORKER_PORT', '65536', 'Too big'],
  ['DATA_DIR', existingFile, 'a file, not a folder'],
  ['BANK_FILES_DIR', existingFile, 'a file, not a folder'],
  ['BANK_FILES_DIR', `${existingFile}-missing`, 'does not exist'],
  ['CHROMIUM_PATH', `${existingFile}-missing`, 'does not exist'],
])('production rejects %s=%s', (name, value, message) => {
  expect(parseEnv(production)).toMatchObject({ APP_ENV: 'production' })
  expect(() => parseEnv({ ...production, [name]: value })).toThrow(`${name}: ${message}`)
})

test('lists all invalid variables at once', () => {
  const invalidVariables = {
    PUBLIC_URL: 'http://loja.exemplo.test',
    SMTP_URL: '',
    CHROMIUM_PATH: `${existingFile}-missing`,
  }
  expect(() => parseEnv({ ...production, ...invalidVariables })).toThrow(
    /PUBLIC_URL: [\s\S]*SMTP_URL: [\s\S]*CHROMIUM_PATH: /,
  )
  const malformed = { DATABASE_URL: 'http://127.0.0.1/shop', REDIS_URL: 'http://127.0.0.1', PORT: '99999' }
  expect(() => parseEnv({ ...production, ...malformed })).toThrow(
    /DATABASE_URL: [\s\S]*REDIS_URL: [\s\S]*PORT: /,
  )
})

test('lists missing variables together with malformed ones', () => {
  const invalidVariables = {
    REDIS_URL: 'http://127.0.0.1',
    PORT: '99999',
    SMTP_URL: '',
    PUBLIC_URL: 'http://loja.test',
  }
  expect(() => parseEnv({ ...production, ...invalidVariables })).toThrow(
    /REDIS_URL: [\s\S]*PORT: [\s\S]*PUBLIC_URL: [\s\S]*SMTP_URL: /,
  )
  expect(() => parseEnv({ ...production, DATABASE_URL: '', COOKIE_SECRETS: '', SMTP_URL: '' })).toThrow(
    /DATABASE_URL: [\s\S]*COOKIE_SECRETS: [\s\S]*SMTP_URL: /,
  )
})

const remoteDatabaseUrl = 'mysql://shop@db.exemplo.test/shop'
const sentinelVariables = { REDIS_SENTINELS: 'redis-a:26379' }

test.each([
  ['DATABASE_URL', { DATABASE_URL: remoteDatabaseUrl }],
  ['DATABASE_URL', { DATABASE_URL: `${remoteDatabaseUrl}?ssl={"rejectUnauthorized":false}` }],
  ['DATABASE_URL', { DATABASE_URL: `${remoteDatabaseUrl}?ssl=Amazon` }],
  ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: remoteDatabaseUrl }],
  ['REDIS_URL', { REDIS_URL: 'redis://redis.exemplo.test' }],
  ['REDIS_URL', sentinelVariables],
])('production requires TLS to other machines: %s, %j', (name, variables) => {
  expect(() => parseEnv({ ...production, ...variables })).toThrow(`${name}: `)
  expect(parseEnv({ ...production, ...variables, TRUSTED_NETWORK: '1' }).TRUSTED_NETWORK).toBe(true)
  expect(parseEnv({ ...production, ...variables, APP_ENV: 'demonstration' }).APP_ENV).toBe('demonstration')
})

test.each([
  { DATABASE_URL: `${remoteDatabaseUrl}?ssl={}` },
  { DATABASE_URL: 'mysql://shop@[::1]/shop', REDIS_URL: 'redis://localhost' },
  { REDIS_URL: 'rediss://redis.exemplo.test' },
  { ...sentinelVariables, REDIS_URL: 'rediss://any' },
  { REDIS_CLUSTER: '127.0.0.1:7000,[::1]:7001', REDIS_URL: 'redis://any' },
])('production accepts %j', (variables) => {
  expect(parseEnv({ ...production, ...variables })).toMatchObject({ APP_ENV: 'production' })
})

test('the database users of web and worker are required together', () => {
  const web = 'mysql://web:a@127.0.0.1/shop'
  const worker = 'mysql://worker:b@127.0.0.1/shop'
  expect(parseEnv(requiredVariables).DATABASE_USERS).toBeUndefined()
  expect(
    parseEnv({ ...requiredVariables, WEB_DATABASE_URL: web, WORKER_DATABASE_URL: worker }).DATABASE_USERS,
  ).toEqual({
    web,
    worker,
  })
  expect(() => parseEnv({ ...requiredVariables, WEB_DATABASE_URL: web })).toThrow(
    'WORKER_DATABASE_URL: needed',
  )
  expect(() => parseEnv({ ...requiredVariables, WORKER_DATABASE_URL: worker })).toThrow(
    'WEB_DATABASE_URL: needed',
  )
})

test('production on a single machine needs no TLS, and a demonstration no mail server', () => {
  const local = { ...production, PUBLIC_URL: 'http://127.0.0.1:3000' }
  expect(parseEnv(local)).toMatchObject({ PUBLIC_URL: 'http://127.0.0.1:3000', SECURE: false })
  const demonstration = {
    ...requiredVariables,
    APP_ENV: 'demonstration',
    SMTP_URL: '',
    PUBLIC_URL: 'http://loja.test',
  }
  expect(parseEnv(demonstration).SMTP_URL).toBeUndefined()
})

test('signing mails requires a valid domain, a selector and a matching sender, and reports all faults at once', () => {
  const dkimVariables = {
    DKIM_DOMAIN: 'exemplo.test',
    DKIM_SELECTOR: 'loja',
    DKIM_KEY_FILE: '/nowhere/of-the-worker.pem',
    MAIL_FROM: 'loja@exemplo.test',
  }
  expect(parseEnv(requiredVariables).DKIM).toBeUndefined()
  // The file is not opened, because the web reads the same settings without access to the key.
  expect(parseEnv({ ...requiredVariables, ...dkimVariables }).DKIM).toEqual({
    domain: 'exemplo.test',
    selector: 'loja',
    keyFile: '/nowhere/of-the-worker.pem',
  })
  const getParseError = (changed: Record<string, string>) => {
    try {
      parseEnv({ ...requiredVariables, ...dkimVariables, ...changed })
      return 'none'
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  expect(getParseError({ DKIM_SELECTOR: '' })).toContain(
    'DKIM_SELECTOR: needed with the other DKIM_ variables',
  )
  expect(getParseError({ DKIM_DOMAIN: 'Exemplo' })).toContain('DKIM_DOMAIN: a domain in small letters')
  for (const [from, message] of [
    ['', 'MAIL_FROM: needed with the DKIM_ variables'],
    ['"Loja" <loja@exemplo.test>', 'none'],
    ['loja@mail.exemplo.test', 'none'],
    ['loja@outroexemplo.test', 'DKIM_DOMAIN: does not sign for the domain of MAIL_FROM'],
  ] as const)
    expect(getParseError({ MAIL_FROM: from })).toContain(message)
  expect(getParseError({ MAIL_BOUNCES: 'x' })).toContain('MAIL_BOUNCES: an address as')
  expect(getParseError({ DKIM_SELECTOR: '', MAIL_FROM: '', MAIL_BOUNCES: 'x' }).split('\n')).toHaveLength(4)
})

test('access records and files are in separate folders, even through links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-places-'))
  mkdirSync(join(folder, 'files'))
  symlinkSync(join(folder, 'files'), join(folder, 'link'))

  for (const [filesFolder, recordsFolder, isRejected] of [
    ['files', 'records', false],
    ['files', 'files-records', false],
    ['files', '..records', false],
    ['files', 'files', true],
    ['files', 'files/access/records', true],
    ['files', 'link/records', true],
    ['new/files', 'new', true],
  ] as const) {
    const folders = { DATA_DIR: join(folder, filesFolder), ACCESS_RECORDS_DIR: join(folder, recordsFolder) }
    const parseFolders = () => parseEnv({ ...requiredVariables, ...folders })
    if (isRejected) expect(parseFolders).toThrow('ACCESS_RECORDS_DIR: must be outside DATA_DIR')
    else expect(parseFolders()).toMatchObject(folders)
  }
  rmSync(folder, { recursive: true })
})

const pixVariables = {
  PIX_URL: 'https://api.banco.exemplo.test/pix/v2',
  PIX_TOKEN_URL: 'https://auth.banco.exemplo.test/token',
  PIX_CLIENT_ID: 'cliente',
  PIX_CERT_FILE: '/dev/null',
  PIX_KEY_FILE: '/dev/null',
  PIX_WEBHOOK_TOKEN: 'token-dos-avisos-do-banco-0123456789',
}

test('Pix of the own bank requires its certificate, a long token, an existing key, https in production and valid headers', () => {
  expect(parseEnv(requiredVariables)).toMatchObject({ HAS_PIX: false })
  const env = parseEnv({
    ...requiredVariables,
    ...pixVariables,
    PIX_HEADERS: 'X-Application-Key: abc, client_id:cliente',
  })
  expect(env).toMatchObject({
    HAS_PIX: true,
    PIX: {
      url: 'https://api.banco.exemplo.test/pix/v2',
      tokenAuth: 'basic',
      headers: { 'x-application-key': 'abc', client_id: 'cliente' },
      webhookHeader: {},
    },
  })
  const incomplete = { ...requiredVariables, ...pixVariables, PIX_CERT_FILE: '' }
  expect(() => parseEnv(incomplete)).toThrow('PIX_CERT_FILE: needed with the other PIX variables')
  const shortToken = { ...requiredVariables, ...pixVariables, PIX_WEBHOOK_TOKEN: 'curto' }
  expect(() => parseEnv(shortToken)).toThrow('PIX_WEBHOOK_TOKEN: 32 to 100 letters, digits, - and _')
  const unreadableKey = { ...requiredVariables, ...pixVariables, PIX_KEY_FILE: '/nowhere/key.pem' }
  expect(() => parseEnv(unreadableKey)).toThrow('PIX_KEY_FILE: does not exist')
  const httpVariables = {
    ...requiredVariables,
    ...pixVariables,
    APP_ENV: 'production',
    PIX_URL: 'http://api.banco.exemplo.test',
  }
  expect(() => parseEnv(httpVariables)).toThrow('PIX_URL: must use https in production')
  expect(() => parseEnv({ ...requiredVariables, ...pixVariables, PIX_HEADERS: 'nothing' })).toThrow(
    'PIX_HEADERS: name:value',
  )
})

const issuerVariables = { FOCUS_NFE_TOKEN: 'token-segredo-do-emissor', FOCUS_NFE_ENVIRONMENT: 'homologation' }

test.each([
  ['homologation', 'https://homologacao.focusnfe.com.br', true],
  ['production', 'https://api.focusnfe.com.br', false],
])('the invoice issuer in %s has its default address', (FOCUS_NFE_ENVIRONMENT, url, isTest) => {
  const variables = { ...requiredVariables, ...issuerVariables, FOCUS_NFE_ENVIRONMENT, APP_ENV: 'production' }
  expect(parseEnv(variables)).toMatchObject({
    FOCUS: { url, token: issuerVariables.FOCUS_NFE_TOKEN, environment: FOCUS_NFE_ENVIRONMENT },
    HAS_FISCAL_ISSUER: true,
    IS_TEST_ISSUER: isTest,
  })
  const elsewhere = parseEnv({ ...variables, FOCUS_NFE_URL: 'https://emissor.exemplo.test/' })
  expect(elsewhere.FOCUS?.url).toBe('https://emissor.exemplo.test')
})

test('invoices are recorded manually without an issuer', () => {
  const emptyVariables = { FOCUS_NFE_TOKEN: '', FOCUS_NFE_ENVIRONMENT: '', FOCUS_NFE_URL: '' }
  expect(parseEnv({ ...requiredVariables, ...emptyVariables })).toMatchObject({
    FOCUS: undefined,
    HAS_FISCAL_ISSUER: false,
    IS_TEST_ISSUER: false,
  })
})

test.each<[Record<string, string>, string]>([
  [{ FOCUS_NFE_ENVIRONMENT: '' }, 'FOCUS_NFE_ENVIRONMENT: production or homologation'],
  [{ FOCUS_NFE_ENVIRONMENT: 'test' }, 'FOCUS_NFE_ENVIRONMENT'],
  [{ FOCUS_NFE_TOKEN: '' }, 'FOCUS_NFE_TOKEN: needed with the other FOCUS_NFE_ variables'],
  [{ FOCUS_NFE_TOKEN: 'curto-segredo' }, 'FOCUS_NFE_TOKEN: a token has at least 16 characters'],
  [{ APP_ENV: 'test' }, 'FOCUS_NFE_URL: needed in a test'],
  [{ FOCUS_NFE_URL: 'http://emissor.exemplo.test' }, 'FOCUS_NFE_URL: must use https in production'],
])('an issuer with %j is rejected by variable name, without its value', (changes, message) => {
  const variables = { ...requiredVariables, APP_ENV: 'production', ...issuerVariables, ...changes }
  expect(() => parseEnv(variables)).toThrow(message)
  expect(() => parseEnv(variables)).not.toThrow(/segredo/)
})

test.each([
  ['DATABASE_URL', 'mysql://web:word-1#word-2@127.0.0.1/shop'],
  ['REDIS_URL', 'word-1@127.0.0.1'],
  ['PUBLIC_URL', 'loja.word-1.example'],
  ['SMTP_URL', 'word-1@127.0.0.1'],
  ['ASAAS_URL', 'word-1'],
  ['S3_URL', 'word-1'],
  ['MAIL_FROM', 'Loja word-1@'],
  ['MAIL_FROM', 'Loja word-1@example.com'],
])('an unreadable %s is reported on its own, without its value', (name, value) => {
  const faults = getEnvironmentError({ ...requiredVariables, APP_ENV: 'production', [name]: value })
  expect(faults).toMatch(new RegExp(`^Environment not usable:\\n  ${name}: .+$`))
  expect(faults).not.toContain('word-1')
})

const wrongValues = [
  'word-1',
  ' word-1 ',
  '-1',
  '1e999',
  'http://word-1 word-2',
  'mysql://web:word-1#word-2@127.0.0.1/shop',
  'rediss://:word-1@[::1',
  '/nowhere/word-1',
  '{"word-1":',
  'word-1\0\n    at word-2',
  `${'ç'.repeat(5_000)}word-1`,
]

test.each(variableNames)(
  'a variable %s with any value either lets the process start or is reported without the value',
  (name) => {
    for (const APP_ENV of ['production', 'test'])
      for (const value of wrongValues) {
        const variables = {
          ...requiredVariables,
          ...(APP_ENV === 'production' ? randomSecret : {}),
          APP_ENV,
          [name]: value,
        }
        expect(getEnvironmentError(variables), value).toMatch(
          /^(Environment not usable:(\n {2}[A-Z0-9_]+: [^\n]+)+)?$/,
        )
        expect(getEnvironmentError(variables), value).not.toMatch(/word-[12]|ççç/)
      }
  },
)

test.each([
  'loja@example.com',
  'Loja <loja@example.com>',
  '"Loja, a" <loja@example.com>',
  '<loja@example.com>',
])('accepts %s as the sender of mails', (MAIL_FROM) => {
  expect(parseEnv({ ...requiredVariables, MAIL_FROM }).MAIL_FROM).toBe(MAIL_FROM)
})

test('a folder that links to itself is reported as inaccessible', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aeropub-env-'))
  const DATA_DIR = join(folder, 'loop')
  symlinkSync(DATA_DIR, DATA_DIR)
  expect(getEnvironmentError({ ...requiredVariables, DATA_DIR })).toMatch(
    /\n {2}DATA_DIR: this user has no access$/,
  )
  rmSync(folder, { recursive: true })
})

function getEnvironmentError(environment: Record<string, string>): string {
  try {
    parseEnv(environment)
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
