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

test('describes a missing archive and a path that is no folder by their paths', async () => {
  expect(await readFault(readFile(join(folder, 'none')))).toBe(`${join(folder, 'none')} does not exist`)
  expect(await readFault(readdir(join(folder, 'file')))).toBe(`${join(folder, 'file')} is no folder`)
})

test('describes a full disk by the folder', async () => {
  const fullDevice = await open('/dev/full', 'w')
  expect(await readFault(fullDevice.write('x'))).toBe(`${folder} has no space left`)
  await fullDevice.close()
})

test('an error of another kind has no description', async () => {
  expect(describeFileFault(new Error('ENOSPC'), folder)).toBeUndefined()
  expect(describeFileFault(Object.assign(new Error(''), { code: 'ER_DUP_ENTRY' }), folder)).toBeUndefined()
})
