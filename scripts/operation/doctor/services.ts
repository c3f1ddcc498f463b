import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { lanes, parseLanes } from '#app/domain/platform/lane.ts'
import { env } from '#app/env.server.ts'
import { readDkimKey } from '#app/gateways/dkim-key.server.ts'
import { closePdfBrowser, convertHtmlToPdf } from '#app/gateways/pdf.server.ts'
import { putFile, readStored, removeFile } from '#app/gateways/storage.server.ts'
import { openRedis } from '#app/jobs/platform/redis.server.ts'
import { type Check, type Finding, makeDoubtful, makeRight, makeWrong, readReason } from './finding.ts'

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
      makeRight(`reached, ${readField('redis_version')}`),
      policy === 'noeviction' || policy === ''
        ? makeRight('evicts nothing')
        : makeWrong(
            `evicts entries (maxmemory-policy ${policy})`,
            'maxmemory-policy noeviction: install.md, step 3',
          ),
      readField('aof_enabled') === '1'
        ? makeRight('keeps an append-only file')
        : makeDoubtful(
            'keeps no append-only file: queued work waits for the database after a restart',
            'appendonly yes: install.md, step 3',
          ),
    ]
  } catch (error) {
    return [
      makeWrong(
        `not usable: ${readReason(reason ?? error)}`,
        'REDIS_URL (user, password), or start the server',
      ),
    ]
  } finally {
    redis.disconnect()
  }
}

async function checkLanes(): Promise<Finding[]> {
  return [
    parseLanes(env.WORKER_LANES)
      ? makeRight(env.WORKER_LANES === '' ? 'a worker takes all' : `a worker takes ${env.WORKER_LANES}`)
      : makeWrong('WORKER_LANES is not understood', `some of ${lanes.join(',')}, as mail,pdf:4`),
  ]
}

async function checkMail(): Promise<Finding[]> {
  const findings: Finding[] = []
  if (!env.SMTP_URL)
    findings.push(makeDoubtful('no SMTP_URL: mails become files', 'SMTP_URL, before anybody buys'))
  else
    try {
      const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 }
      await createTransport({ url: env.SMTP_URL, ...timeouts }).verify()
      findings.push(makeRight('the server takes the login'))
    } catch (error) {
      findings.push(makeWrong(`not usable: ${readReason(error)}`, 'SMTP_URL (host, port, user, password)'))
    }
  findings.push(
    env.MAIL_FROM
      ? makeRight(`sent from ${env.MAIL_FROM}`)
      : makeDoubtful('no MAIL_FROM: mails come from the address of the company settings', 'MAIL_FROM'),
  )
  if (env.DKIM) {
    const dkimKey = readDkimKey(env.DKIM.keyFile)
    findings.push(
      'fault' in dkimKey
        ? makeWrong(`DKIM_KEY_FILE: ${dkimKey.fault}`, 'docs/operations/daily.md, Mail')
        : makeRight('signed with DKIM'),
    )
  } else
    findings.push(
      makeDoubtful('not signed with DKIM: many mailboxes reject such mail', 'docs/operations/daily.md, Mail'),
    )
  return findings
}

async function checkChromium(): Promise<Finding[]> {
  try {
    const pdf = await convertHtmlToPdf('<!doctype html><title>doctor</title><p>ação')
    return [makeRight(`printed a page of ${Math.round(pdf.length / 1024)} KB`)]
  } catch (error) {
    return [
      makeWrong(
        `prints nothing: ${readReason(error)}`,
        'install chromium-headless-shell, or set CHROMIUM_PATH',
      ),
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
      ? [makeRight(`${location} is written and read`)]
      : [makeWrong(`${location} returns another content`, 'look at the storage')]
  } catch (error) {
    return [makeWrong(`${location}: ${readReason(error)}`, 'rights of the folder, or the S3_ variables')]
  }
}
