import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { lanes, parseLanes } from '#app/domain/platform/lane.ts'
import { env } from '#app/env.server.ts'
import { readDkimKey } from '#app/gateways/dkim-key.server.ts'
import { closePdfBrowser, htmlToPdf } from '#app/gateways/pdf.server.ts'
import { putFile, readStored, removeFile } from '#app/gateways/storage.server.ts'
import { openRedis } from '#app/jobs/platform/redis.server.ts'
import { type Check, doubtful, type Finding, readReason, right, wrong } from './finding.ts'

export const serviceChecks: Check[] = [
  { name: 'Redis', run: checkRedis },
  { name: 'lanes', run: checkLanes },
  { name: 'mail', run: checkMail },
  { name: 'Chromium', run: checkChromium },
  { name: 'files', run: checkStorage },
]

async function checkRedis(): Promise<Finding[]> {
  const redis = openRedis({ connectTimeout: 3_000, commandTimeout: 3_000, maxRetriesPerRequest: 1 })
  // This event has the reason of a failed connection, which the command's error below lacks.
  let reason: unknown
  redis.on('error', (error) => {
    reason = error
  })
  try {
    await redis.ping()
    const text = await redis.info()
    const readField = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1] ?? ''
    const policy = readField('maxmemory_policy')
    return [
      right(`reached, ${readField('redis_version')}`),
      policy === 'noeviction' || policy === ''
        ? right('evicts nothing')
        : wrong(
            `evicts entries (maxmemory-policy ${policy})`,
            'maxmemory-policy noeviction: install.md, step 3',
          ),
      readField('aof_enabled') === '1'
        ? right('keeps an append-only file')
        : doubtful(
            'keeps no append-only file: queued work waits for the database after a restart',
            'appendonly yes: install.md, step 3',
          ),
    ]
  } catch (error) {
    return [
      wrong(`not usable: ${readReason(reason ?? error)}`, 'REDIS_URL (user, password), or start the server'),
    ]
  } finally {
    redis.disconnect()
  }
}

async function checkLanes(): Promise<Finding[]> {
  return [
    parseLanes(env.WORKER_LANES)
      ? right(env.WORKER_LANES === '' ? 'a worker takes all' : `a worker takes ${env.WORKER_LANES}`)
      : wrong('WORKER_LANES is not understood', `some of ${lanes.join(',')}, as mail,pdf:4`),
  ]
}

async function checkMail(): Promise<Finding[]> {
  const findings: Finding[] = []
  if (!env.SMTP_URL)
    findings.push(doubtful('no SMTP_URL: mails become files', 'SMTP_URL, before anybody buys'))
  else
    try {
      const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }
      await createTransport({ url: env.SMTP_URL, ...timeouts }).verify()
      findings.push(right('the server takes the login'))
    } catch (error) {
      findings.push(wrong(`not usable: ${readReason(error)}`, 'SMTP_URL (host, port, user, password)'))
    }
  findings.push(
    env.MAIL_FROM
      ? right(`sent from ${env.MAIL_FROM}`)
      : doubtful('no MAIL_FROM: mails come from the address of the company settings', 'MAIL_FROM'),
  )
  if (env.DKIM) {
    const dkimKey = readDkimKey(env.DKIM.keyFile)
    findings.push(
      'fault' in dkimKey
        ? wrong(`DKIM_KEY_FILE: ${dkimKey.fault}`, 'docs/operations/daily.md, Mail')
        : right('signed with DKIM'),
    )
  } else
    findings.push(
      doubtful('not signed with DKIM: many mailboxes reject such mail', 'docs/operations/daily.md, Mail'),
    )
  return findings
}

async function checkChromium(): Promise<Finding[]> {
  try {
    const pdf = await htmlToPdf('<!doctype html><title>doctor</title><p>ação')
    return [right(`printed a page of ${Math.round(pdf.length / 1024)} KB`)]
  } catch (error) {
    return [
      wrong(`prints nothing: ${readReason(error)}`, 'install chromium-headless-shell, or set CHROMIUM_PATH'),
    ]
  } finally {
    await closePdfBrowser()
  }
}

async function checkStorage(): Promise<Finding[]> {
  const location = env.BUCKET ? `bucket ${env.BUCKET.bucket}` : 'DATA_DIR'
  const name = `doctor/${randomUUID()}`
  try {
    await putFile(name, Buffer.from('doctor'))
    const content = await readStored(name)
    await removeFile(name)
    return Buffer.from(content ?? '').toString() === 'doctor'
      ? [right(`${location} is written and read`)]
      : [wrong(`${location} returns another content`, 'look at the storage')]
  } catch (error) {
    return [wrong(`${location}: ${readReason(error)}`, 'rights of the folder, or the S3_ variables')]
  }
}
