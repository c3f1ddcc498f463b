import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import {
  databaseUrl,
  folder,
  headers,
  hosts,
  httpUrl,
  isDatabaseSecure,
  isGuessable,
  isInsideFolder,
  isLoopback,
  isSecure,
  isSignedSender,
  origins,
  port,
  positive,
  redisUrl,
  secrets,
  sender,
  services,
  siteUrl,
  smtpUrl,
  webProcesses,
} from '#app/env-values.server.ts'

/** An empty value switches these services off. An empty value of another variable counts as missing. */
const switchableServices = new Set(['VIACEP_URL', 'BRASILAPI_URL'])

const correiosAccess = ['CORREIOS_USER', 'CORREIOS_ACCESS_CODE', 'CORREIOS_CARD'] as const
const asaasAccess = ['ASAAS_API_KEY', 'ASAAS_WEBHOOK_TOKEN'] as const
const dkimAccess = ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_KEY_FILE'] as const
const pixAccess = [
  'PIX_URL',
  'PIX_TOKEN_URL',
  'PIX_CLIENT_ID',
  'PIX_CERT_FILE',
  'PIX_KEY_FILE',
  'PIX_WEBHOOK_TOKEN',
] as const
const bucketAccess = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const serviceAddresses = [
  'VIACEP_URL',
  'BRASILAPI_URL',
  'CORREIOS_URL',
  'ASAAS_URL',
  'PIX_URL',
  'PIX_TOKEN_URL',
  'FOCUS_NFE_URL',
  'S3_URL',
] as const

const databaseAddresses = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'WEB_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'BINLOG_URL',
] as const

/** Files and folders that must exist when the process starts. */
const requiredPaths = [
  'CHROMIUM_PATH',
  'BANK_FILES_DIR',
  'PIX_CERT_FILE',
  'PIX_KEY_FILE',
  'PIX_CA_FILE',
] as const

const accessGroups = [
  ['CORREIOS_URL', correiosAccess],
  ['ASAAS_URL', asaasAccess],
  ['S3_URL', bucketAccess],
] as const

const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** Demonstration data and fault points exist only outside production. */
  APP_ENV: z.enum(['production', 'demonstration', 'development', 'test']).optional(),
  DATABASE_URL: databaseUrl,
  /** For migrations: the database users that get the rights of web and worker. Set both or none. */
  WEB_DATABASE_URL: databaseUrl.optional(),
  WORKER_DATABASE_URL: databaseUrl.optional(),
  /** For a replay: the server of the binary log, if it is not the server of DATABASE_URL. */
  BINLOG_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl,
  /** '1' states that the network to database and Redis is private, so they need no TLS. */
  TRUSTED_NETWORK: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1'),
  /** Sentinels, or the first nodes of a Cluster: 'host:port,host:port'. */
  REDIS_SENTINELS: hosts,
  REDIS_SENTINEL_NAME: z.string().default('mymaster'),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  REDIS_CLUSTER: hosts,
  CHROMIUM_PATH: z.string().min(1).optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  WORKER_PORT: port.optional(),
  PUBLIC_URL: siteUrl.optional(),
  /** The number of proxies whose headers about the client's address and scheme are trusted. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(0),
  DATA_DIR: folder.default('.data/files'),
  /** Optional: the folder of access records, which are kept for six months and not backed up. */
  ACCESS_RECORDS_DIR: folder.optional(),
  /** The server of a bucket that replaces DATA_DIR. Requires the bucket's name and credentials. */
  S3_URL: httpUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*$/, 'letters, digits, - and _, parted by /')
    .optional(),
  S3_ENCRYPTION: z.enum(['AES256', 'aws:kms']).optional(),
  /** The first secret signs cookies. All secrets verify them. */
  COOKIE_SECRETS: secrets,
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: sender.optional(),
  /** The envelope sender, to which servers report undelivered mail. */
  MAIL_BOUNCES: z.email('an address as bounces@example.com').optional(),
  /** For signing mails (RFC 6376), only in the worker (docs/decisions/0053). Set all three or none. */
  DKIM_DOMAIN: z
    .string()
    .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, 'a domain in small letters, as example.com')
    .optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'letters, digits, - and .')
    .optional(),
  DKIM_KEY_FILE: z.string().min(1).optional(),
  /** Postal-code services, in this sequence. An empty value switches one off; tests use none. */
  VIACEP_URL: httpUrl.or(z.literal('')).optional(),
  BRASILAPI_URL: httpUrl.or(z.literal('')).optional(),
  /** Requires all three credentials; if they are missing, the freight table is used. */
  CORREIOS_URL: httpUrl.optional(),
  CORREIOS_USER: z.string().optional(),
  CORREIOS_ACCESS_CODE: z.string().optional(),
  CORREIOS_CARD: z
    .string()
    .regex(/^\d{8,10}$/, 'a posting card has eight to ten digits')
    .optional(),
  CORREIOS_SERVICES: services.default([
    { code: '03220', name: 'SEDEX' },
    { code: '03298', name: 'PAC' },
  ]),
  ASAAS_URL: httpUrl.optional(),
  ASAAS_API_KEY: z.string().optional(),
  ASAAS_WEBHOOK_TOKEN: z.string().min(16, 'a token has at least 16 characters').optional(),
  PIX_URL: httpUrl.optional(),
  PIX_TOKEN_URL: httpUrl.optional(),
  PIX_CLIENT_ID: z.string().optional(),
  PIX_CLIENT_SECRET: z.string().optional(),
  /** Where a request for a token contains client and secret. */
  PIX_TOKEN_AUTH: z.enum(['basic', 'body']).default('basic'),
  PIX_SCOPES: z
    .string()
    .default('cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read'),
  PIX_HEADERS: headers,
  PIX_CERT_FILE: z.string().optional(),
  PIX_KEY_FILE: z.string().optional(),
  PIX_KEY_PASSPHRASE: z.string().optional(),
  /** The bank's certificate authority, if it is not a public one. */
  PIX_CA_FILE: z.string().optional(),
  /** A secret part of the address that the bank calls. */
  PIX_WEBHOOK_TOKEN: z
    .string()
    .regex(/^[\w-]{32,100}$/, '32 to 100 letters, digits, - and _')
    .optional(),
  /** Optional: a header that the proxy adds after it verified the bank's certificate. */
  PIX_WEBHOOK_HEADER: headers,
  /** Requires FOCUS_NFE_ENVIRONMENT. Without both, staff record invoices by hand. */
  FOCUS_NFE_TOKEN: z.string().min(16, 'a token has at least 16 characters').optional(),
  FOCUS_NFE_ENVIRONMENT: z.enum(['production', 'homologation']).optional(),
  FOCUS_NFE_URL: httpUrl.optional(),
  BANK_FILES_DIR: folder.optional(), // return files of the bank
  BACKUP_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'a key has 32 bytes, in base64')
    .optional(),
  /** Allows private addresses, http and any port, for installations that own all receivers. */
  WEBHOOKS_ALLOW_PRIVATE: z
    .enum(['0', '1'])
    .default('0')
    .transform((flag) => flag === '1'),
  METRICS_PORT: z.coerce.number().int().positive().optional(), // port of the web processes' metrics
  /** The address of METRICS_PORT and WORKER_PORT; must not be public. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(), // OTLP over HTTP; '/v1/traces' is added
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  RELEASE: z.string().max(100).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  WEB_PROCESSES: webProcesses.optional(), // 'auto' is one per core, the default in production
  /** How long a closing web process fails /readyz before it ends; 5 s in production. */
  LAME_DUCK_MS: z.coerce.number().int().min(0).max(10_000).optional(),
  /** Concurrent requests per web process. A quarter is reserved for buying and paying. */
  MAX_REQUESTS: z.coerce.number().int().min(4).default(32),
  /** Above this delay of the event loop, only requests for buying and paying are accepted. */
  MAX_LAG_MS: positive(1_000),
  /** The port where a thread answers /healthz, however busy the process is. */
  HEALTH_PORT: z.coerce.number().int().positive().optional(),
  DATABASE_WAIT_MS: positive(120_000), // wait for a database that does not respond yet
  DATABASE_REPLICA_URL: databaseUrl.optional(), // replica for reading lists and reports
  /** Above this lag, the primary is read. */
  DATABASE_REPLICA_MAX_LAG_MS: z.coerce.number().int().min(500).max(60_000).default(2_000),
  /** Connections per process: 10, or fewer if many web processes share the server's limit. */
  DATABASE_POOL: z.coerce.number().int().positive().optional(),
  QUERY_TIMEOUT_MS: positive(3_000),
  POOL_TIMEOUT_MS: positive(2_000),
  /** Connections for reports that people wait for, and as many for report files. */
  REPORT_POOL: z.coerce.number().int().positive().optional(),
  REPORT_WAIT_MS: positive(2_000),
  /** Limits of a report's query: while a person waits, and for a file. */
  REPORT_QUERY_TIMEOUT_MS: positive(8_000),
  REPORT_FILE_QUERY_TIMEOUT_MS: positive(120_000),
  WORKER_LANES: z.string().default(''), // 'mail,pdf:4'; empty means all kinds of work
  RELAY_INTERVAL_MS: positive(400),
  RECONCILE_INTERVAL_MS: positive(30_000),
  SCHEDULE_INTERVAL_MS: positive(30_000),
  REQUEUE_AFTER_MS: positive(60_000),
  BOLETO_WAIT_MS: positive(60_000), // then an order without a boleto is confirmed
  /** The interval at which one effect tests a failing provider while the other effects wait. */
  PROBE_INTERVAL_MS: positive(20_000),
  LEASE_MS: positive(30_000),
  JOB_LOCK_MS: positive(15_000),
  JOB_STALLED_MS: positive(10_000),
  FILE_MAX_MB: positive(200), // limit of a publication's file
  FILE_WAIT_MS: positive(2_500), // then the progress page is shown
  API_CALLS_PER_MINUTE: positive(60), // limit per token; without one, per network
  /** The limit of public reads, and of downloads of files by address. */
  API_PUBLIC_READS_PER_MINUTE: positive(600),
  API_ORIGINS: origins, // origins whose pages may call the API
  /** Administrators are alerted at these numbers of failed logins and codes. */
  SECURITY_FAILURES_PER_ACCOUNT: positive(10),
  SECURITY_FAILURES_PER_NETWORK: positive(50),
  SECURITY_WINDOW_MINUTES: positive(15),
  /** Multiplies all limits of attempts, for tests. */
  LIMIT_FACTOR: positive(1),
  /** Test-only: the process kills itself at this point, such as "issue-boleto:after-commit". */
  FAULT_POINT: z.string().optional(),
})

export const variableNames: readonly string[] = Object.keys(variables.shape)

const schema = variables
  .superRefine((value, context) => {
    const addFault = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    const appEnv = getAppEnv(value)
    for (const [addressName, accessNames] of accessGroups) {
      const missingNames = accessNames.filter((name) => value[name] === undefined)
      const sharedPrefix = addressName.replace('URL', '')
      if (missingNames.length < accessNames.length)
        for (const name of missingNames) addFault(name, `needed with the other ${sharedPrefix} variables`)
      if (appEnv === 'test' && missingNames.length === 0 && !value[addressName])
        addFault(addressName, 'needed in a test, there is no default')
    }
    for (const [name, message] of listDkimFaults(value)) addFault(name, message)
    const { DATA_DIR: filesFolder, ACCESS_RECORDS_DIR: recordsFolder } = value
    if (
      recordsFolder &&
      (isInsideFolder(recordsFolder, filesFolder) || isInsideFolder(filesFolder, recordsFolder))
    )
      addFault(
        'ACCESS_RECORDS_DIR',
        'must be outside DATA_DIR and must not contain it, because backups include DATA_DIR',
      )
    const missingPixNames = pixAccess.filter((name) => value[name] === undefined)
    if (missingPixNames.length < pixAccess.length)
      for (const name of missingPixNames) addFault(name, 'needed with the other PIX variables')
    for (const [name, message] of listFocusFaults(value)) addFault(name, message)
    if (value.WEB_DATABASE_URL && !value.WORKER_DATABASE_URL)
      addFault('WORKER_DATABASE_URL', 'needed with WEB_DATABASE_URL')
    if (value.WORKER_DATABASE_URL && !value.WEB_DATABASE_URL)
      addFault('WEB_DATABASE_URL', 'needed with WORKER_DATABASE_URL')
    if (value.REDIS_SENTINELS.length > 0 && value.REDIS_CLUSTER.length > 0)
      addFault('REDIS_CLUSTER', 'not together with REDIS_SENTINELS')
    if (appEnv === 'production') {
      if (!value.PUBLIC_URL) addFault('PUBLIC_URL', 'required in production')
      else if (!isSecure(value.PUBLIC_URL) && !isLoopback(value.PUBLIC_URL))
        addFault('PUBLIC_URL', 'must use https in production, except for this machine')
      if (value.COOKIE_SECRETS.split(',').some(isGuessable))
        addFault('COOKIE_SECRETS', 'must be random in production, for example from `openssl rand -hex 32`')
      if (!value.SMTP_URL) addFault('SMTP_URL', 'required in production: mails would become files')
      if (value.LIMIT_FACTOR !== 1) addFault('LIMIT_FACTOR', 'for tests, not in production')
    }
    if (appEnv === 'production' && !value.TRUSTED_NETWORK) {
      for (const name of databaseAddresses) {
        const address = value[name]
        if (address && !isLoopback(address) && !isDatabaseSecure(address))
          addFault(
            name,
            'must use TLS in production (?ssl={}), except on this machine or with TRUSTED_NETWORK=1',
          )
      }
      if (!isRedisSecure(value))
        addFault(
          'REDIS_URL',
          'must use rediss: in production, except on this machine or with TRUSTED_NETWORK=1',
        )
    }
    // Tests run without files that the shop needs.
    for (const name of appEnv === 'test' ? [] : requiredPaths)
      if (value[name] !== undefined && !existsSync(value[name])) addFault(name, 'does not exist')
    for (const name of serviceAddresses) {
      const address = value[name]
      if (!address) continue
      if (appEnv === 'test' && !isLoopback(address)) addFault(name, 'a test asks this machine alone')
      if (appEnv === 'production' && !isSecure(address)) addFault(name, 'must use https in production')
    }
  })
  .transform((value) => {
    const appEnv = getAppEnv(value)
    const parseAddress = (address: string | undefined, defaultAddress: string) =>
      (address ?? (appEnv === 'test' ? '' : defaultAddress)).replace(/\/+$/, '') || undefined
    const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`)
    const processes = value.WEB_PROCESSES ?? (appEnv === 'production' ? availableParallelism() : 1)
    const pix = readPix(value)
    const asaas = readAsaas(value, parseAddress(value.ASAAS_URL, 'https://api.asaas.com/v3'))
    const focus = readFocus(value)
    return {
      ...value,
      APP_ENV: appEnv,
      WEB_PROCESSES: processes,
      LAME_DUCK_MS: value.LAME_DUCK_MS ?? (appEnv === 'production' ? 5_000 : 0),
      DATABASE_POOL: value.DATABASE_POOL ?? divideShare(80, processes, { defaultValue: 10, minimum: 4 }),
      REPORT_POOL: value.REPORT_POOL ?? divideShare(32, processes, { defaultValue: 4, minimum: 2 }),
      PUBLIC_URL: publicUrl.origin,
      COOKIE_SECRETS: value.COOKIE_SECRETS.split(',').map((secret) => secret.trim()),
      SECURE: publicUrl.protocol === 'https:',
      FAULT_POINT: appEnv === 'test' ? value.FAULT_POINT : undefined,
      VIACEP_URL: parseAddress(value.VIACEP_URL, 'https://viacep.com.br'),
      BRASILAPI_URL: parseAddress(value.BRASILAPI_URL, 'https://brasilapi.com.br'),
      CORREIOS: readCorreios(value, parseAddress(value.CORREIOS_URL, 'https://api.correios.com.br')),
      ASAAS: asaas,
      PIX: pix,
      FOCUS: focus,
      BUCKET: readBucket(value),
      DKIM: readDkim(value),
      DATABASE_USERS: readDatabaseUsers(value),
      HAS_GATEWAY: asaas !== undefined,
      HAS_PIX: pix !== undefined,
      HAS_FISCAL_ISSUER: focus !== undefined,
      IS_TEST_ISSUER: focus?.environment === 'homologation', // true if documents have no fiscal value
    }
  })

type RedisSettings = {
  REDIS_URL: string
  REDIS_SENTINELS: readonly { host: string }[]
  REDIS_CLUSTER: readonly { host: string }[]
}

/** Returns whether Redis uses TLS or is local. Sentinels or cluster nodes replace the host of REDIS_URL. */
function isRedisSecure({ REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER }: RedisSettings): boolean {
  if (!URL.canParse(REDIS_URL) || new URL(REDIS_URL).protocol === 'rediss:') return true
  const nodes = [...REDIS_SENTINELS, ...REDIS_CLUSTER]
  if (nodes.length === 0) return isLoopback(REDIS_URL)
  return nodes.every(({ host }) => isLoopback(`redis://${host.includes(':') ? `[${host}]` : host}`))
}

type AppSettings = {
  APP_ENV?: 'production' | 'demonstration' | 'development' | 'test'
  NODE_ENV: 'production' | 'development' | 'test'
}

/** Returns the environment. The default is production, in which demonstration features are off. */
function getAppEnv({ APP_ENV, NODE_ENV }: AppSettings) {
  return APP_ENV ?? NODE_ENV
}

/** Returns one process's share of `total` connections, because a server accepts only 151 by default. */
function divideShare(
  total: number,
  processes: number,
  { defaultValue, minimum }: { defaultValue: number; minimum: number },
) {
  return Math.max(minimum, Math.min(defaultValue, Math.floor(total / processes)))
}

type CorreiosSettings = {
  CORREIOS_USER?: string
  CORREIOS_ACCESS_CODE?: string
  CORREIOS_CARD?: string
  CORREIOS_SERVICES: { code: string; name: string }[]
}

function readCorreios(settings: CorreiosSettings, url: string | undefined) {
  const { CORREIOS_USER: user, CORREIOS_ACCESS_CODE: accessCode, CORREIOS_CARD: card } = settings
  if (!url || !user || !accessCode || !card) return undefined
  return { url, user, accessCode, card, services: settings.CORREIOS_SERVICES }
}

type DkimSettings = {
  DKIM_DOMAIN?: string
  DKIM_SELECTOR?: string
  DKIM_KEY_FILE?: string
  MAIL_FROM?: string
}

function listDkimFaults(settings: DkimSettings): [name: string, message: string][] {
  const { DKIM_DOMAIN: domain, MAIL_FROM: from } = settings
  const missingNames = dkimAccess.filter((name) => settings[name] === undefined)
  if (missingNames.length === dkimAccess.length) return []
  const faults = missingNames.map((name): [string, string] => [name, 'needed with the other DKIM_ variables'])
  if (!from) return [...faults, ['MAIL_FROM', 'needed with the DKIM_ variables']]
  if (!domain || isSignedSender(from, domain)) return faults
  return [...faults, ['DKIM_DOMAIN', 'does not sign for the domain of MAIL_FROM']]
}

/** Returns the mail-signing settings. Only the process that sends mails reads the key. */
function readDkim({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: keyFile }: DkimSettings) {
  return domain && selector && keyFile ? { domain, selector, keyFile } : undefined
}

type AsaasSettings = { ASAAS_API_KEY?: string; ASAAS_WEBHOOK_TOKEN?: string }

function readAsaas(settings: AsaasSettings, url: string | undefined) {
  const { ASAAS_API_KEY: apiKey, ASAAS_WEBHOOK_TOKEN: webhookToken } = settings
  return url && apiKey && webhookToken ? { url, apiKey, webhookToken } : undefined
}

type PixSettings = Partial<Record<(typeof pixAccess)[number] | 'PIX_CLIENT_SECRET', string>> & {
  PIX_KEY_PASSPHRASE?: string
  PIX_CA_FILE?: string
  PIX_TOKEN_AUTH: 'basic' | 'body'
  PIX_SCOPES: string
  PIX_HEADERS: Record<string, string>
  PIX_WEBHOOK_HEADER: Record<string, string>
}

function readPix(settings: PixSettings) {
  const { PIX_URL: url, PIX_TOKEN_URL: tokenUrl, PIX_CLIENT_ID: clientId } = settings
  const { PIX_CERT_FILE: certFile, PIX_KEY_FILE: keyFile, PIX_WEBHOOK_TOKEN: webhookToken } = settings
  if (!url || !tokenUrl || !clientId || !certFile || !keyFile || !webhookToken) return undefined
  return {
    url,
    tokenUrl,
    clientId,
    clientSecret: settings.PIX_CLIENT_SECRET,
    tokenAuth: settings.PIX_TOKEN_AUTH,
    scopes: settings.PIX_SCOPES,
    headers: settings.PIX_HEADERS,
    certFile,
    keyFile,
    passphrase: settings.PIX_KEY_PASSPHRASE,
    caFile: settings.PIX_CA_FILE,
    webhookToken,
    webhookHeader: settings.PIX_WEBHOOK_HEADER,
  }
}

type FocusSettings = {
  FOCUS_NFE_TOKEN?: string
  FOCUS_NFE_ENVIRONMENT?: keyof typeof focusHosts
  FOCUS_NFE_URL?: string
}

/** Hosts by environment. Each has its own tokens (doc.focusnfe.com.br, "Ambientes"). */
const focusHosts = {
  production: 'https://api.focusnfe.com.br',
  homologation: 'https://homologacao.focusnfe.com.br',
} as const

function listFocusFaults({
  FOCUS_NFE_TOKEN: token,
  FOCUS_NFE_ENVIRONMENT: environment,
  FOCUS_NFE_URL: url,
  ...appSettings
}: FocusSettings & AppSettings): [name: string, message: string][] {
  const faults: [string, string][] = []
  if (token && !environment)
    faults.push(['FOCUS_NFE_ENVIRONMENT', 'production or homologation, needed with FOCUS_NFE_TOKEN'])
  if (!token && (environment || url))
    faults.push(['FOCUS_NFE_TOKEN', 'needed with the other FOCUS_NFE_ variables'])
  if (token && !url && getAppEnv(appSettings) === 'test')
    faults.push(['FOCUS_NFE_URL', 'needed in a test, there is no default'])
  return faults
}

function readFocus({
  FOCUS_NFE_TOKEN: token,
  FOCUS_NFE_ENVIRONMENT: environment,
  FOCUS_NFE_URL: url,
}: FocusSettings) {
  if (!token || !environment) return undefined
  return { url: (url ?? focusHosts[environment]).replace(/\/+$/, ''), token, environment }
}

type BucketSettings = {
  S3_URL?: string
  S3_BUCKET?: string
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
  S3_PREFIX?: string
  S3_ENCRYPTION?: 'AES256' | 'aws:kms'
}

function readBucket(settings: BucketSettings) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined
  const { S3_URL: endpoint, S3_REGION: region, S3_PREFIX: prefix = '', S3_ENCRYPTION: encryption } = settings
  return { bucket, region, endpoint, accessKeyId, secretAccessKey, prefix, encryption }
}

type DatabaseUserSettings = { WEB_DATABASE_URL?: string; WORKER_DATABASE_URL?: string }

function readDatabaseUsers({ WEB_DATABASE_URL: web, WORKER_DATABASE_URL: worker }: DatabaseUserSettings) {
  return web && worker ? { web, worker } : undefined
}

export type Env = z.output<typeof schema>

/** Throws an EnvironmentFault with every missing or invalid variable, but never a value. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const filledSource = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => value !== '' || switchableServices.has(name)),
  )
  const parsedEnv = schema.safeParse(filledSource)
  if (parsedEnv.success) return parsedEnv.data
  const issues = parsedEnv.error.issues
  const faults = [...issues, ...listCombinationFaults(issues, filledSource)].map(
    (issue) => `${issue.path.join('.')}: ${issue.message}`,
  )
  throw new EnvironmentFault(`Environment not usable:\n  ${faults.join('\n  ')}`)
}

type Issue = z.core.$ZodIssue

/** Valid values that replace invalid required values while the other variables are checked. */
const validSubstitutes = {
  DATABASE_URL: 'mysql://127.0.0.1/shop',
  REDIS_URL: 'redis://127.0.0.1',
  COOKIE_SECRETS: '0123456789abcdef0123456789abcdef',
}

/** Returns faults of combinations of variables that are valid on their own. */
function listCombinationFaults(
  issues: readonly Issue[],
  source: Record<string, string | undefined>,
): Issue[] {
  const names = new Set(issues.map(({ path }) => String(path[0])))
  const validEntries = Object.entries(source).filter(([name]) => !names.has(name))
  const neededSubstitutes = Object.entries(validSubstitutes).filter(([name]) => names.has(name))
  const result = schema.safeParse(Object.fromEntries([...validEntries, ...neededSubstitutes]))
  return (result.error?.issues ?? []).filter(({ path }) => !names.has(String(path[0])))
}

class EnvironmentFault extends Error {}

/** The only module that reads process.env. */
export const env = readEnvOrExit()

function readEnvOrExit(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
