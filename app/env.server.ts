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
  isLoopback,
  isSecure,
  isSignedSender,
  isWithin,
  origins,
  port,
  positive,
  redisUrl,
  secrets,
  sender,
  services,
  smtpUrl,
  webProcesses,
} from '#app/env-values.server.ts'

/** Names whose empty value switches something off; empty counts as none elsewhere. */
const switchable = new Set(['VIACEP_URL', 'BRASILAPI_URL'])

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
const remotes = [
  'VIACEP_URL',
  'BRASILAPI_URL',
  'CORREIOS_URL',
  'ASAAS_URL',
  'PIX_URL',
  'PIX_TOKEN_URL',
  'FOCUS_NFE_URL',
  'S3_URL',
] as const

const databases = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'WEB_DATABASE_URL',
  'WORKER_DATABASE_URL',
  'BINLOG_URL',
] as const

/** Checks what a process needs at its start; creates DATA_DIR. */
const places = ['CHROMIUM_PATH', 'BANK_FILES_DIR', 'PIX_CERT_FILE', 'PIX_KEY_FILE', 'PIX_CA_FILE'] as const

/** Credentials of each provider, complete or absent. */
const accesses = [
  ['CORREIOS_URL', correiosAccess],
  ['ASAAS_URL', asaasAccess],
  ['S3_URL', bucketAccess],
] as const

const schema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    /** Purpose of the installation. Demonstration data and fault points exist only outside production (D62). */
    APP_ENV: z.enum(['production', 'demonstration', 'development', 'test']).optional(),
    DATABASE_URL: databaseUrl,
    /** For migrations alone: whom they give the rights of web and worker, both or none (D126). */
    WEB_DATABASE_URL: databaseUrl.optional(),
    WORKER_DATABASE_URL: databaseUrl.optional(),
    /** For a replay alone: the server whose binary log is read, where it is not that of DATABASE_URL. */
    BINLOG_URL: databaseUrl.optional(),
    REDIS_URL: redisUrl,
    /** Database and Redis are reached over a network in which nobody else hears, so that they need no TLS. */
    TRUSTED_NETWORK: z
      .enum(['0', '1'])
      .default('0')
      .transform((flag) => flag === '1'),
    /** Sentinels, or the first nodes of a Cluster, as 'host:port,host:port' (D119). */
    REDIS_SENTINELS: hosts,
    REDIS_SENTINEL_NAME: z.string().default('mymaster'),
    REDIS_SENTINEL_PASSWORD: z.string().optional(),
    REDIS_CLUSTER: hosts,
    CHROMIUM_PATH: z.string().min(1).optional(),
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(3000),
    WORKER_PORT: port.optional(),
    PUBLIC_URL: httpUrl.optional(),
    /** How many proxies in front may be believed about the client's address and scheme. */
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    DATA_DIR: folder.default('.data/files'),
    /** Where the access records of six months are kept, apart from the files and their backups; without it none are (D144). */
    ACCESS_RECORDS_DIR: folder.optional(),
    /** A bucket in the place of DATA_DIR; its name and the two of access go together (D118). */
    S3_URL: httpUrl.optional(),
    S3_BUCKET: z.string().optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** Before each name, for a bucket that holds something else too. */
    S3_PREFIX: z
      .string()
      .regex(/^[\w-]+(\/[\w-]+)*$/, 'letters, digits, - and _, parted by /')
      .optional(),
    S3_ENCRYPTION: z.enum(['AES256', 'aws:kms']).optional(),
    /** Each at least 32 characters, the newest first. */
    COOKIE_SECRETS: secrets,
    SMTP_URL: smtpUrl.optional(),
    MAIL_FROM: sender.optional(),
    /** The envelope's sender: where servers report what they could not deliver. */
    MAIL_BOUNCES: z.email('an address as bounces@example.com').optional(),
    /** Signs mails (RFC 6376), all three or none, with MAIL_FROM; for the worker alone (docs/decisions/0053). */
    DKIM_DOMAIN: z
      .string()
      .regex(/^([a-z0-9-]+\.)+[a-z0-9-]+$/, 'a domain in small letters, as example.com')
      .optional(),
    DKIM_SELECTOR: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'letters, digits, - and .')
      .optional(),
    DKIM_KEY_FILE: z.string().min(1).optional(),
    /** Public postal-code lookups, the first asked first; empty switches one off, none in tests. */
    VIACEP_URL: httpUrl.or(z.literal('')).optional(),
    BRASILAPI_URL: httpUrl.or(z.literal('')).optional(),
    /** Correios' API with a contract: the three of access go together; without them the offline table quotes. */
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
    /** The payment gateway: the key of its API and the token its webhook events carry go together. */
    ASAAS_URL: httpUrl.optional(),
    ASAAS_API_KEY: z.string().optional(),
    ASAAS_WEBHOOK_TOKEN: z.string().min(16, 'a token has at least 16 characters').optional(),
    /** The own bank's API Pix: its addresses, the client it knows, and the files of the certificate and its key (D137). */
    PIX_URL: httpUrl.optional(),
    PIX_TOKEN_URL: httpUrl.optional(),
    PIX_CLIENT_ID: z.string().optional(),
    PIX_CLIENT_SECRET: z.string().optional(),
    /** Where the bank wants client and secret when a token is asked for. */
    PIX_TOKEN_AUTH: z.enum(['basic', 'body']).default('basic'),
    PIX_SCOPES: z
      .string()
      .default('cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read'),
    /** Further headers for the bank, as 'name:value,name:value'. */
    PIX_HEADERS: headers,
    PIX_CERT_FILE: z.string().optional(),
    PIX_KEY_FILE: z.string().optional(),
    PIX_KEY_PASSPHRASE: z.string().optional(),
    /** Certificate authority of the bank's server, if not a public one. */
    PIX_CA_FILE: z.string().optional(),
    /** A part of the address that the bank calls; whoever knows it can make the shop ask the bank. */
    PIX_WEBHOOK_TOKEN: z
      .string()
      .regex(/^[\w-]{32,100}$/, '32 to 100 letters, digits, - and _')
      .optional(),
    /** Header that a proxy sets after it checked the bank's certificate, as 'name:value'; not required when empty. */
    PIX_WEBHOOK_HEADER: headers,
    /** Invoice issuer: token and environment together; without them invoices are recorded by hand (D145). */
    FOCUS_NFE_TOKEN: z.string().min(16, 'a token has at least 16 characters').optional(),
    FOCUS_NFE_ENVIRONMENT: z.enum(['production', 'homologation']).optional(),
    FOCUS_NFE_URL: httpUrl.optional(),
    /** A folder into which somebody puts the bank's return files; none without it. */
    BANK_FILES_DIR: folder.optional(),
    /** 32 bytes in base64: backups are encrypted with it. */
    BACKUP_KEY: z
      .string()
      .refine((text) => Buffer.from(text, 'base64').length === 32, 'a key has 32 bytes, in base64')
      .optional(),
    /** Webhooks to private addresses, by http and to any port: only where all receivers are the owner's own. */
    WEBHOOKS_ALLOW_PRIVATE: z
      .enum(['0', '1'])
      .default('0')
      .transform((flag) => flag === '1'),
    /** Where the web processes' metrics are read, apart from the shop's own port; none without it (D115). */
    METRICS_PORT: z.coerce.number().int().positive().optional(),
    /** The address that METRICS_PORT and WORKER_PORT listen on: never one of the internet's. */
    METRICS_HOST: z.string().default('127.0.0.1'),
    /** Where traces go, OTLP over HTTP; '/v1/traces' is added. */
    OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
    /** The share of requests and jobs that are traced, 0 to 1. */
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
    /** The version that runs, for traces. */
    RELEASE: z.string().max(100).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    /** Web processes of one start: a number, or 'auto' for one per core; auto in production, else 1 (D109). */
    WEB_PROCESSES: webProcesses.optional(),
    /** How long a web process that is asked to end says so at /readyz before it does; 5 s in production (D113). */
    LAME_DUCK_MS: z.coerce.number().int().min(0).max(10_000).optional(),
    /** How many requests a web process works on at once; a quarter is kept for those who buy and pay (D114). */
    MAX_REQUESTS: z.coerce.number().int().min(4).default(32),
    /** Above this delay of the event loop only those who buy and pay are let in. */
    MAX_LAG_MS: positive(1_000),
    /** A port that answers /healthz from a thread of its own, however busy the process is; none without it. */
    HEALTH_PORT: z.coerce.number().int().positive().optional(),
    /** How long commands wait for a database that does not answer yet. */
    DATABASE_WAIT_MS: positive(120_000),
    /** A server that follows the primary: lists and reports may be read there (D121). */
    DATABASE_REPLICA_URL: databaseUrl.optional(),
    /** How old at most what it shows may be; beyond that the primary is read. */
    DATABASE_REPLICA_MAX_LAG_MS: z.coerce.number().int().min(500).max(60_000).default(2_000),
    /** Connections of each process; 10, less where more than eight web processes share the server's limit. */
    DATABASE_POOL: z.coerce.number().int().positive().optional(),
    QUERY_TIMEOUT_MS: positive(3_000),
    /** How long a request waits for a free database connection. */
    POOL_TIMEOUT_MS: positive(2_000),
    /** Connections for reports that somebody waits for, and as many for those prepared as files. */
    REPORT_POOL: z.coerce.number().int().positive().optional(),
    /** How long a report may wait for one of them. */
    REPORT_WAIT_MS: positive(2_000),
    /** How long one question of a report may take while somebody waits, and while a file is prepared. */
    REPORT_QUERY_TIMEOUT_MS: positive(8_000),
    REPORT_FILE_QUERY_TIMEOUT_MS: positive(120_000),
    /** Which lanes a worker takes, each with its jobs at once where wanted: 'mail,pdf:4'; all without it (D108). */
    WORKER_LANES: z.string().default(''),
    RELAY_INTERVAL_MS: positive(400),
    RECONCILE_INTERVAL_MS: positive(30_000),
    /** How often a worker asks the database which schedules are due. */
    SCHEDULE_INTERVAL_MS: positive(30_000),
    REQUEUE_AFTER_MS: positive(60_000),
    /** After how long without its boleto an order is confirmed all the same (D70). */
    BOLETO_WAIT_MS: positive(60_000),
    /** How often one effect tries a provider that fails, for all that wait for it. */
    PROBE_INTERVAL_MS: positive(20_000),
    LEASE_MS: positive(30_000),
    JOB_LOCK_MS: positive(15_000),
    JOB_STALLED_MS: positive(10_000),
    /** The longest file of a publication that staff can upload. */
    FILE_MAX_MB: positive(200),
    /** How long a request waits for a file it asked for before it shows the page of its progress. */
    FILE_WAIT_MS: positive(2_500),
    /** Calls of the API per minute and token, or per network without one. */
    API_CALLS_PER_MINUTE: positive(60),
    /** The same for calls that read what everybody may read, and for files opened by their address. */
    API_PUBLIC_READS_PER_MINUTE: positive(600),
    /** Origins whose pages may call the API, by commas; none without it. */
    API_ORIGINS: origins,
    /** From how many failed logins and codes on administrators are told: of one account, from one network (D127). */
    SECURITY_FAILURES_PER_ACCOUNT: positive(10),
    SECURITY_FAILURES_PER_NETWORK: positive(50),
    SECURITY_WINDOW_MINUTES: positive(15),
    /** All limits on attempts, times this; for tests and measurements from one address. Always 1 in production. */
    LIMIT_FACTOR: positive(1),
    /** Test-only: the process ends itself with SIGKILL at the named point, e.g. "issue-boleto:after-commit". */
    FAULT_POINT: z.string().optional(),
  })
  .superRefine((value, context) => {
    const fault = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    const appEnv = appEnvOf(value)
    for (const [address, access] of accesses) {
      const missing = access.filter((name) => value[name] === undefined)
      const family = address.replace('URL', '')
      if (missing.length > 0 && missing.length < access.length)
        for (const name of missing) fault(name, `needed with the other ${family} variables`)
      if (appEnv === 'test' && missing.length === 0 && !value[address])
        fault(address, 'needed in a test, there is no default')
    }
    for (const [name, message] of dkimFaults(value)) fault(name, message)
    const { DATA_DIR: files, ACCESS_RECORDS_DIR: records } = value
    if (records && (isWithin(records, files) || isWithin(files, records)))
      fault('ACCESS_RECORDS_DIR', 'apart from DATA_DIR, neither in the other: backups keep what lies there')
    const lacking = pixAccess.filter((name) => value[name] === undefined)
    if (lacking.length < pixAccess.length)
      for (const name of lacking) fault(name, 'needed with the other PIX variables')
    for (const [name, message] of focusFaults(value)) fault(name, message)
    if (value.WEB_DATABASE_URL && !value.WORKER_DATABASE_URL)
      fault('WORKER_DATABASE_URL', 'needed with WEB_DATABASE_URL')
    if (value.WORKER_DATABASE_URL && !value.WEB_DATABASE_URL)
      fault('WEB_DATABASE_URL', 'needed with WORKER_DATABASE_URL')
    if (value.REDIS_SENTINELS.length > 0 && value.REDIS_CLUSTER.length > 0)
      fault('REDIS_CLUSTER', 'not together with REDIS_SENTINELS')
    if (appEnv === 'production') {
      if (!value.PUBLIC_URL) fault('PUBLIC_URL', 'required in production')
      else if (!isSecure(value.PUBLIC_URL) && !isLoopback(value.PUBLIC_URL))
        fault('PUBLIC_URL', 'https in production, but on this machine alone')
      if (value.COOKIE_SECRETS.split(',').some(isGuessable))
        fault('COOKIE_SECRETS', 'drawn by chance in production, as `openssl rand -hex 32` does')
      if (!value.SMTP_URL) fault('SMTP_URL', 'required in production: mails would become files')
    }
    if (appEnv === 'production' && !value.TRUSTED_NETWORK) {
      for (const name of databases) {
        const address = value[name]
        if (address && !isLoopback(address) && !isDatabaseSecure(address))
          fault(name, 'TLS in production (?ssl={}), but on this machine or with TRUSTED_NETWORK=1')
      }
      if (!isRedisSecure(value))
        fault('REDIS_URL', 'rediss: in production, but on this machine or with TRUSTED_NETWORK=1')
    }
    // Tests take away what the shop needs.
    for (const name of appEnv === 'test' ? [] : places)
      if (value[name] !== undefined && !existsSync(value[name])) fault(name, 'does not exist')
    for (const name of remotes) {
      const address = value[name]
      if (!address) continue
      if (appEnv === 'test' && !isLoopback(address)) fault(name, 'a test asks this machine alone')
      if (appEnv === 'production' && !isSecure(address)) fault(name, 'https in production')
    }
  })
  .transform((value) => {
    const appEnv = appEnvOf(value)
    const addressOr = (given: string | undefined, usual: string) =>
      (given ?? (appEnv === 'test' ? '' : usual)).replace(/\/+$/, '') || undefined
    const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`)
    const processes = value.WEB_PROCESSES ?? (appEnv === 'production' ? availableParallelism() : 1)
    const pix = pixOf(value)
    const asaas = asaasOf(value, addressOr(value.ASAAS_URL, 'https://api.asaas.com/v3'))
    const focus = focusOf(value)
    return {
      ...value,
      APP_ENV: appEnv,
      WEB_PROCESSES: processes,
      LAME_DUCK_MS: value.LAME_DUCK_MS ?? (appEnv === 'production' ? 5_000 : 0),
      DATABASE_POOL: value.DATABASE_POOL ?? shareOf(80, processes, { usual: 10, floor: 4 }),
      REPORT_POOL: value.REPORT_POOL ?? shareOf(32, processes, { usual: 4, floor: 2 }),
      PUBLIC_URL: publicUrl.origin,
      COOKIE_SECRETS: value.COOKIE_SECRETS.split(',').map((secret) => secret.trim()),
      SECURE: publicUrl.protocol === 'https:',
      LIMIT_FACTOR: appEnv === 'production' ? 1 : value.LIMIT_FACTOR,
      FAULT_POINT: appEnv === 'test' ? value.FAULT_POINT : undefined,
      VIACEP_URL: addressOr(value.VIACEP_URL, 'https://viacep.com.br'),
      BRASILAPI_URL: addressOr(value.BRASILAPI_URL, 'https://brasilapi.com.br'),
      CORREIOS: correiosOf(value, addressOr(value.CORREIOS_URL, 'https://api.correios.com.br')),
      ASAAS: asaas,
      PIX: pix,
      FOCUS: focus,
      BUCKET: bucketOf(value),
      DKIM: dkimOf(value),
      DATABASE_USERS: usersOf(value),
      /** for those that need not know which gateway it is */
      HAS_GATEWAY: asaas !== undefined,
      HAS_PIX: pix !== undefined,
      HAS_FISCAL_ISSUER: focus !== undefined,
      /** Whether what is issued is a test, without fiscal value. */
      IS_TEST_ISSUER: focus?.environment === 'homologation',
    }
  })

type RedisGiven = {
  REDIS_URL: string
  REDIS_SENTINELS: readonly { host: string }[]
  REDIS_CLUSTER: readonly { host: string }[]
}

/** Where others name the servers, REDIS_URL says only how they are spoken to. */
function isRedisSecure({ REDIS_URL, REDIS_SENTINELS, REDIS_CLUSTER }: RedisGiven): boolean {
  if (!URL.canParse(REDIS_URL) || new URL(REDIS_URL).protocol === 'rediss:') return true
  const others = [...REDIS_SENTINELS, ...REDIS_CLUSTER]
  if (others.length === 0) return isLoopback(REDIS_URL)
  return others.every(({ host }) => isLoopback(`redis://${host.includes(':') ? `[${host}]` : host}`))
}

type Given = {
  APP_ENV?: 'production' | 'demonstration' | 'development' | 'test'
  NODE_ENV: 'production' | 'development' | 'test'
}

/** Without a word about it an installation is production: what is only for demonstrations stays shut. */
function appEnvOf({ APP_ENV, NODE_ENV }: Given) {
  return APP_ENV ?? NODE_ENV
}

/** Returns each process's share of `total`, at most `usual`; a server takes 151 connections by default. */
function shareOf(total: number, processes: number, { usual, floor }: { usual: number; floor: number }) {
  return Math.max(floor, Math.min(usual, Math.floor(total / processes)))
}

type CorreiosGiven = {
  CORREIOS_USER?: string
  CORREIOS_ACCESS_CODE?: string
  CORREIOS_CARD?: string
  CORREIOS_SERVICES: { code: string; name: string }[]
}

/** The contract with Correios as a whole, or undefined without one. */
function correiosOf(given: CorreiosGiven, url: string | undefined) {
  const { CORREIOS_USER: user, CORREIOS_ACCESS_CODE: accessCode, CORREIOS_CARD: card } = given
  if (!url || !user || !accessCode || !card) return undefined
  return { url, user, accessCode, card, services: given.CORREIOS_SERVICES }
}

type DkimGiven = {
  DKIM_DOMAIN?: string
  DKIM_SELECTOR?: string
  DKIM_KEY_FILE?: string
  MAIL_FROM?: string
}

function dkimFaults(given: DkimGiven): [name: string, message: string][] {
  const { DKIM_DOMAIN: domain, MAIL_FROM: from } = given
  const missing = dkimAccess.filter((name) => given[name] === undefined)
  if (missing.length === dkimAccess.length) return []
  const faults = missing.map((name): [string, string] => [name, 'needed with the other DKIM_ variables'])
  if (!from) return [...faults, ['MAIL_FROM', 'needed with the DKIM_ variables']]
  if (!domain || isSignedSender(from, domain)) return faults
  return [...faults, ['DKIM_DOMAIN', 'does not sign for the domain of MAIL_FROM']]
}

/** The signature as a whole, or undefined without one. Whoever sends reads the key, nobody else. */
function dkimOf({ DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: keyFile }: DkimGiven) {
  return domain && selector && keyFile ? { domain, selector, keyFile } : undefined
}

type AsaasGiven = { ASAAS_API_KEY?: string; ASAAS_WEBHOOK_TOKEN?: string }

/** The account at the payment gateway as a whole, or undefined without one. */
function asaasOf(given: AsaasGiven, url: string | undefined) {
  const { ASAAS_API_KEY: apiKey, ASAAS_WEBHOOK_TOKEN: webhookToken } = given
  return url && apiKey && webhookToken ? { url, apiKey, webhookToken } : undefined
}

type PixGiven = Partial<Record<(typeof pixAccess)[number] | 'PIX_CLIENT_SECRET', string>> & {
  PIX_KEY_PASSPHRASE?: string
  PIX_CA_FILE?: string
  PIX_TOKEN_AUTH: 'basic' | 'body'
  PIX_SCOPES: string
  PIX_HEADERS: Record<string, string>
  PIX_WEBHOOK_HEADER: Record<string, string>
}

/** The API Pix of the own bank as a whole, or undefined without it. */
function pixOf(given: PixGiven) {
  const { PIX_URL: url, PIX_TOKEN_URL: tokenUrl, PIX_CLIENT_ID: clientId } = given
  const { PIX_CERT_FILE: certFile, PIX_KEY_FILE: keyFile, PIX_WEBHOOK_TOKEN: webhookToken } = given
  if (!url || !tokenUrl || !clientId || !certFile || !keyFile || !webhookToken) return undefined
  return {
    url,
    tokenUrl,
    clientId,
    clientSecret: given.PIX_CLIENT_SECRET,
    tokenAuth: given.PIX_TOKEN_AUTH,
    scopes: given.PIX_SCOPES,
    headers: given.PIX_HEADERS,
    certFile,
    keyFile,
    passphrase: given.PIX_KEY_PASSPHRASE,
    caFile: given.PIX_CA_FILE,
    webhookToken,
    webhookHeader: given.PIX_WEBHOOK_HEADER,
  }
}

type FocusGiven = {
  FOCUS_NFE_TOKEN?: string
  FOCUS_NFE_ENVIRONMENT?: keyof typeof focusHosts
  FOCUS_NFE_URL?: string
}

/** Each with tokens of its own (doc.focusnfe.com.br, "Ambientes"). */
const focusHosts = {
  production: 'https://api.focusnfe.com.br',
  homologation: 'https://homologacao.focusnfe.com.br',
} as const

function focusFaults({
  FOCUS_NFE_TOKEN: token,
  FOCUS_NFE_ENVIRONMENT: environment,
  FOCUS_NFE_URL: url,
  ...given
}: FocusGiven & Given): [name: string, message: string][] {
  const faults: [string, string][] = []
  if (token && !environment)
    faults.push(['FOCUS_NFE_ENVIRONMENT', 'production or homologation, needed with FOCUS_NFE_TOKEN'])
  if (!token && (environment || url))
    faults.push(['FOCUS_NFE_TOKEN', 'needed with the other FOCUS_NFE_ variables'])
  if (token && !url && appEnvOf(given) === 'test')
    faults.push(['FOCUS_NFE_URL', 'needed in a test, there is no default'])
  return faults
}

/** Settings of the invoice issuer, or undefined. */
function focusOf({
  FOCUS_NFE_TOKEN: token,
  FOCUS_NFE_ENVIRONMENT: environment,
  FOCUS_NFE_URL: url,
}: FocusGiven) {
  if (!token || !environment) return undefined
  return { url: (url ?? focusHosts[environment]).replace(/\/+$/, ''), token, environment }
}

type BucketGiven = {
  S3_URL?: string
  S3_BUCKET?: string
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
  S3_PREFIX?: string
  S3_ENCRYPTION?: 'AES256' | 'aws:kms'
}

/** The bucket for files as a whole, or undefined where they lie in DATA_DIR. */
function bucketOf(given: BucketGiven) {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (!bucket || !accessKeyId || !secretAccessKey) return undefined
  const { S3_URL: endpoint, S3_REGION: region, S3_PREFIX: prefix = '', S3_ENCRYPTION: encryption } = given
  return { bucket, region, endpoint, accessKeyId, secretAccessKey, prefix, encryption }
}

type UsersGiven = { WEB_DATABASE_URL?: string; WORKER_DATABASE_URL?: string }

function usersOf({ WEB_DATABASE_URL: web, WORKER_DATABASE_URL: worker }: UsersGiven) {
  return web && worker ? { web, worker } : undefined
}

export type Env = z.output<typeof schema>

/** Parses the environment; the message names every variable that is missing or wrong, never its value. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(
    Object.entries(source).filter(([name, value]) => value !== '' || switchable.has(name)),
  )
  const parsed = schema.safeParse(filled)
  if (parsed.success) return parsed.data
  const found = parsed.error.issues
  const faults = [...found, ...faultsBeside(found, filled)].map(
    (issue) => `${issue.path.join('.')}: ${issue.message}`,
  )
  throw new EnvironmentFault(`Environment not usable:\n  ${faults.join('\n  ')}`)
}

type Issue = z.core.$ZodIssue

/** In the place of those that must be there and are wrong, so that the rest can be judged. */
const standIns = {
  DATABASE_URL: 'mysql://127.0.0.1/shop',
  REDIS_URL: 'redis://127.0.0.1',
  COOKIE_SECRETS: '0123456789abcdef0123456789abcdef',
}

/** Checks combinations only when each variable is valid on its own. */
function faultsBeside(found: readonly Issue[], source: Record<string, string | undefined>): Issue[] {
  const names = new Set(found.map(({ path }) => String(path[0])))
  const others = Object.entries(source).filter(([name]) => !names.has(name))
  const needed = Object.entries(standIns).filter(([name]) => names.has(name))
  const parsed = schema.safeParse(Object.fromEntries([...others, ...needed]))
  return (parsed.error?.issues ?? []).filter(({ path }) => !names.has(String(path[0])))
}

class EnvironmentFault extends Error {}

/** The environment, read once. No other file reads process.env. */
export const env = envOrEnd()

/** Prints the list without a stack. */
function envOrEnd(): Env {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentFault)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
