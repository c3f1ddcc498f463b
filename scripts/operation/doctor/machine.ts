import { createSocket } from 'node:dgram'
import { accessSync, constants, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { env } from '#app/env.server.ts'
import { readOpenFileLimit } from '#server/open-files.ts'
import { type Check, type Finding, makeDoubtful, makeRight, makeWrong, readReason } from './finding.ts'

const GB = 1024 ** 3
/** The server of NIC.br, which provides Brazil's official time. */
const TIME_SERVER = 'a.ntp.br'
/** SNTP counts from 1900. */
const SECONDS_1900_TO_1970 = 2_208_988_800

export const machineChecks: Check[] = [
  { name: 'disk', run: checkDisks },
  { name: 'memory and files', run: checkLimits },
  { name: 'clock', run: checkClock },
  { name: 'proxy', run: checkProxy },
]

async function checkDisks(): Promise<Finding[]> {
  const folders = [
    ['DATA_DIR', env.BUCKET ? undefined : env.DATA_DIR],
    ['ACCESS_RECORDS_DIR', env.ACCESS_RECORDS_DIR],
    ['BANK_FILES_DIR', env.BANK_FILES_DIR],
  ] as const
  const setFolders = folders.flatMap(([name, folder]) => (folder ? [{ name, folder }] : []))
  return Promise.all(setFolders.map(({ name, folder }) => checkDisk(name, folder)))
}

async function checkDisk(name: string, folder: string): Promise<Finding> {
  try {
    if (!existsSync(folder)) return makeWrong(`${name} does not exist`, 'create it for the user of the shop')
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, blocks, bsize } = await statfs(folder)
    const freeBytes = bavail * bsize
    const text = `${name}: ${(freeBytes / GB).toFixed(1)} GB free`
    if (freeBytes < GB / 2) return makeWrong(text, 'free space, or move the folder to a larger disk')
    return freeBytes < 2 * GB || bavail / blocks < 0.1
      ? makeDoubtful(text, 'free space soon')
      : makeRight(text)
  } catch (error) {
    return makeWrong(`${name}: ${readReason(error)}`, 'give it to the user of the shop (chown)')
  }
}

async function checkLimits(): Promise<Finding[]> {
  const memory = `${(totalmem() / GB).toFixed(1)} GB of memory`
  return [
    totalmem() >= 1.9 * GB
      ? makeRight(memory)
      : makeDoubtful(memory, 'at least 2 GB for web, worker and Chromium'),
    checkOpenFiles(readOpenFileLimit()),
  ]
}

function checkOpenFiles(limit: number): Finding {
  const text = `${limit} open files allowed`
  if (limit >= 4_096) return makeRight(text)
  const advice = 'LimitNOFILE=65536 as in ops/systemd'
  return limit >= 1_024 ? makeDoubtful(text, advice) : makeWrong(text, advice)
}

async function checkClock(): Promise<Finding[]> {
  if (env.APP_ENV === 'test') return [makeRight('not compared in a test')]
  const advice = 'timedatectl set-ntp true, or chrony'
  try {
    const offsetMs = Math.round((await readTime(TIME_SERVER)) - Date.now())
    if (Math.abs(offsetMs) < 1_000) return [makeRight(`within a second of ${TIME_SERVER}`)]
    return [
      Math.abs(offsetMs) < 30_000
        ? makeDoubtful(`off by ${offsetMs} ms`, advice)
        : makeWrong(`off by ${offsetMs} ms`, advice),
    ]
  } catch {
    return [makeDoubtful(`${TIME_SERVER} does not answer: not compared`, advice)]
  }
}

/** Returns the time of an SNTP server (RFC 4330), in milliseconds since 1970. */
function readTime(host: string): Promise<number> {
  const socket = createSocket('udp4')
  return new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), 3_000)
    socket.once('error', reject)
    socket.once('message', (answer) => {
      clearTimeout(timer)
      // The time of sending: seconds from byte 40 on, then their fraction.
      const seconds = answer.readUInt32BE(40) - SECONDS_1900_TO_1970
      resolve(seconds * 1_000 + (answer.readUInt32BE(44) / 2 ** 32) * 1_000)
    })
    const question = Buffer.alloc(48)
    // Version 4, mode 3 (client).
    question[0] = 0x23
    socket.send(question, 123, host, (error) => error && reject(error))
  }).finally(() => socket.close())
}

async function checkProxy(): Promise<Finding[]> {
  const { protocol, host } = new URL(env.PUBLIC_URL)
  const isProxyUntrusted = protocol === 'https:' && env.TRUST_PROXY === 0
  return [
    ...(isProxyUntrusted
      ? [
          makeWrong(
            'TRUST_PROXY=0 behind TLS: every client has the address of the proxy, and one customer’s limits shut out all',
            'TRUST_PROXY=1 for one proxy in front',
          ),
        ]
      : []),
    await requestShop(`${env.PUBLIC_URL}/healthz`, host),
  ]
}

async function requestShop(address: string, host: string): Promise<Finding> {
  const advice = 'start the shop and the proxy; compare with ops/Caddyfile or ops/nginx.conf'
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) })
    if (answer.status !== 200) return makeDoubtful(`${host} answers ${answer.status} to /healthz`, advice)
    return makeRight(`${host} answers`)
  } catch (error) {
    return makeDoubtful(
      `${host} does not answer: ${readReason(Reflect.get(Object(error), 'cause') ?? error)}`,
      advice,
    )
  }
}
