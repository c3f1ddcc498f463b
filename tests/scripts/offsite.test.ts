import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { access, startS3Service } from '#tests/support/fakes/s3-service.ts'
import { findRclone } from '../../scripts/dev-services/binaries.mjs'

const rclone = findRclone()
const service = 'ops/systemd/aeropub-offsite.service'

let folder: string
let bucket: Awaited<ReturnType<typeof startS3Service>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-offsite-'))
  bucket = await startS3Service()
})
afterAll(async () => {
  await bucket.end()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the arguments of the service's rclone command, with temporary folders in place of its own. */
async function readCommand() {
  const [, words = ''] = /^ExecStart=\/usr\/bin\/rclone (.*)$/m.exec(await readFile(service, 'utf8')) ?? []
  return words
    .replace('/var/backups/aeropub', join(folder, 'backups'))
    .replace(/\$\{CREDENTIALS_DIRECTORY\}/, folder)
    .split(' ')
}

async function writeSettings() {
  const values = {
    BUCKET: access.bucket,
    'https://ENDPOINT': bucket.endpoint,
    REGION: access.region,
    KEY: access.accessKeyId,
    SECRET: access.secretAccessKey,
  }
  let text = await readFile('ops/rclone.example', 'utf8')
  for (const [name, value] of Object.entries(values)) text = text.replace(name, value)
  await writeFile(join(folder, 'rclone.conf'), `${text}force_path_style = true\n`)
}

/** Runs asynchronously, because the bucket responds in this process. */
function runRclone(words: string[]) {
  return new Promise<{ code: unknown; messages: string }>((resolve) => {
    execFile(
      rclone ?? '',
      [...words, '--retries', '1'],
      { env: { NODE_ENV: 'test', PATH: process.env.PATH } },
      (error, _stdout, messages) => resolve({ code: error?.code ?? 0, messages }),
    )
  })
}

test('the backup starts the copy, which needs a settings file and overwrites no archive', async () => {
  expect(await readFile('ops/systemd/aeropub-backup.service', 'utf8')).toMatch(
    /^OnSuccess=aeropub-offsite\.service$/m,
  )
  expect(await readFile(service, 'utf8')).toMatch(/^ConditionPathExists=\/etc\/aeropub\/rclone\.conf$/m)
  expect(await readCommand()).toContain('--immutable')
})

test.skipIf(!rclone)('rclone copies only encrypted archives, overwrites none and restores them', async () => {
  const backups = join(folder, 'backups')
  await mkdir(backups)
  await writeSettings()
  const command = await readCommand()
  for (const night of ['20261123', '20261124']) {
    await writeFile(join(backups, `aeropub-${night}T060000Z.tar.enc`), `archive of ${night}`)
    await writeFile(join(backups, `aeropub-${night}T060000Z.tar`), 'readable')
    expect(await runRclone(command)).toMatchObject({ code: 0 })
  }
  const restoreCommand = ['copy', 'offsite:', join(folder, 'drill'), '--config', join(folder, 'rclone.conf')]
  expect(await runRclone(restoreCommand)).toMatchObject({ code: 0 })
  const names = (await readdir(join(folder, 'drill'))).sort()
  expect(names).toEqual(['aeropub-20261123T060000Z.tar.enc', 'aeropub-20261124T060000Z.tar.enc'])
  expect(await readFile(join(folder, 'drill', names[1] ?? ''), 'utf8')).toBe('archive of 20261124')

  await writeFile(join(backups, names[0] ?? ''), 'another content under the same name')
  expect((await runRclone(command)).messages).toContain('immutable file modified')
  await rm(join(folder, 'drill'), { recursive: true })
  await runRclone(restoreCommand)
  expect(await readFile(join(folder, 'drill', names[0] ?? ''), 'utf8')).toBe('archive of 20261123')
})
