import { z } from 'zod'

const positive = (fallback: number) => z.coerce.number().int().positive().default(fallback)

function areLongSecrets(list: string): boolean {
  return list.split(',').every((secret) => secret.trim().length >= 32)
}

const schema = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    /** What the installation is for. Demonstration data and fault points exist only outside production (D62). */
    APP_ENV: z.enum(['production', 'demonstration', 'development', 'test']).optional(),
    DATABASE_URL: z.url(),
    REDIS_URL: z.url(),
    CHROMIUM_PATH: z.string().min(1).optional(),
    HOST: z.string().default('127.0.0.1'),
    PORT: positive(3000),
    WORKER_PORT: z.coerce.number().int().positive().optional(),
    PUBLIC_URL: z.url().optional(),
    /** How many proxies in front may be believed about the client's address and scheme. */
    TRUST_PROXY: z.coerce.number().int().min(0).default(0),
    DATA_DIR: z.string().default('.data/files'),
    /** Each at least 32 characters, the newest first. */
    COOKIE_SECRETS: z.string().refine(areLongSecrets, 'each secret needs at least 32 characters'),
    SMTP_URL: z.url().optional(),
    MAIL_FROM: z.string().optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    DATABASE_POOL: positive(10),
    QUERY_TIMEOUT_MS: positive(3_000),
    /** How long a request waits for a free database connection. */
    POOL_TIMEOUT_MS: positive(2_000),
    RELAY_INTERVAL_MS: positive(400),
    RECONCILE_INTERVAL_MS: positive(30_000),
    REDRIVE_AFTER_MS: positive(60_000),
    LEASE_MS: positive(30_000),
    JOB_LOCK_MS: positive(15_000),
    JOB_STALLED_MS: positive(10_000),
    /** Test-only: the process ends itself with SIGKILL at the named point, e.g. "issue-boleto:after-commit". */
    FAULT_POINT: z.string().optional(),
  })
  .superRefine((value, context) => {
    if (appEnvOf(value) === 'production' && !value.PUBLIC_URL)
      context.addIssue({ code: 'custom', path: ['PUBLIC_URL'], message: 'required in production' })
  })
  .transform((value) => {
    const appEnv = appEnvOf(value)
    const publicUrl = new URL(value.PUBLIC_URL ?? `http://localhost:${value.PORT}`)
    return {
      ...value,
      APP_ENV: appEnv,
      PUBLIC_URL: publicUrl.origin,
      COOKIE_SECRETS: value.COOKIE_SECRETS.split(',').map((secret) => secret.trim()),
      SECURE: publicUrl.protocol === 'https:',
      FAULT_POINT: appEnv === 'test' ? value.FAULT_POINT : undefined,
    }
  })

/** Without a word about it an installation is production: what is only for demonstrations stays shut. */
function appEnvOf(value: { APP_ENV?: AppEnv; NODE_ENV: AppEnv }): AppEnv {
  return value.APP_ENV ?? value.NODE_ENV
}

type AppEnv = 'production' | 'demonstration' | 'development' | 'test'

export type Env = z.output<typeof schema>

/** Parses the environment; the message names every variable that is missing or wrong, never its value. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(filled)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Environment not usable:\n  ${faults.join('\n  ')}`)
}

/** The environment, read once. No other file reads process.env. */
export const env = parseEnv(process.env)
