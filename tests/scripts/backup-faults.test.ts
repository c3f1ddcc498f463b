import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeFileFault } from '#db/backup/problem.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-faults-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const readFault = (work: Promise<unknown>) =>
  work.then(
    () => 'no fault',
    (error) => describeFileFault(error, folder),
  )

test('a missing archive and a path that is no folder are reported by name', async () => {
  expect(await readFault(readFile(join(folder, 'none')))).toBe(`${join(folder, 'none')} does not exist`)
  expect(await readFault(readdir(join(folder, 'file')))).toBe(`${join(folder, 'file')} is no folder`)
})

test('a full disk is reported with the name of the folder', async () => {
  const fullDevice = await open('/dev/full', 'w')
  expect(await readFault(fullDevice.write('x'))).toBe(`${folder} has no space left`)
  await fullDevice.close()
})

test('an error of another kind has no description', async () => {
  expect(describeFileFault(new Error('ENOSPC'), folder)).toBeUndefined()
  expect(describeFileFault(Object.assign(new Error(''), { code: 'ER_DUP_ENTRY' }), folder)).toBeUndefined()
})
