import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { maxBankFileBytes } from '#app/domain/payments/bank-file.ts'
import { findFileSize, readStored } from '#app/gateways/storage.server.ts'
import { collectBankFilesFrom } from '#app/jobs/payments/collect-bank-files.server.ts'
import { hashBankFile, listBankFiles } from '#app/models/payments/bank-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { bankAgreements } from '#tests/factories/agreements.ts'
import { makeOrderWithBoleto } from '#tests/factories/bank-files.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { isClockShifted } from '#tests/support/clock.ts'
import { makeRemittanceReply, makeRemittanceReply400 } from '#tests/support/cnab-files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-returns-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Returns a time five minutes from now, at which a file that was written now counts as complete. */
const getFiveMinutesLater = () => new Date(Date.now() + 300_000)
const listFolder = async (name = '') => (await readdir(join(folder, name)).catch(() => [])).toSorted()

test('stores a file from the folder for review with its bytes, moves it and applies nothing', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const content = makeReturnFile([{ code: '06', number: boleto.our_number, paid: 80_00 }])
  await writeFile(join(folder, 'IEDCBR.ret'), content)
  expect(await collectBankFilesFrom(folder, getFiveMinutesLater())).toEqual({
    bankFiles: 1,
    knownBankFiles: 0,
    refusedBankFiles: 0,
  })
  const [row] = (await listBankFiles(1)).rows
  expect(row).toMatchObject({
    name: 'IEDCBR.ret',
    source: 'folder',
    state: 'read',
    broughtBy: null,
    line_count: 1,
  })
  expect(new Uint8Array((await readStored(row?.stored_name ?? '')) ?? [])).toEqual(content)
  expect([await listFolder(), await listFolder('lidos')]).toEqual([['lidos'], ['IEDCBR.ret']])
  expect(await db.selectFrom('payments').select('id').execute()).toEqual([])
  expect(await collectBankFilesFrom(folder, getFiveMinutesLater())).toEqual({
    bankFiles: 0,
    knownBankFiles: 0,
    refusedBankFiles: 0,
  })
})

test('recognises a duplicate file and moves it next to the first', async () => {
  for (const expectedDuplicates of [0, 1]) {
    await writeFile(join(folder, 'a.ret'), makeReturnFile([]))
    const { knownBankFiles } = await collectBankFilesFrom(folder, getFiveMinutesLater())
    expect(knownBankFiles).toBe(expectedDuplicates)
  }
  expect(await listFolder('lidos')).toEqual([expect.stringMatching(/^\d{17}-a\.ret$/), 'a.ret'])
})

test.each([
  [240, 42, makeRemittanceReply('5', 42)],
  [400, 300_042, makeRemittanceReply400('REMES REJEITADA', 42)],
] as const)(
  'records the reply to a remittance of %d, nº %d, once, and rejects a reply without a remittance',
  async (format, sequence, content) => {
    await saveSetting('bankAgreement', bankAgreements['104'])
    const created_by = await makeStaff()
    const file = { bank: '104', boletos: 1, content: 'file', created_by } as const
    // Only the first remittance has the format of the reply and, in its last digits, the number 42.
    await db
      .insertInto('remittances')
      .values([
        { ...file, format, sequence },
        { ...file, format, sequence: sequence + 1 },
        { ...file, format: format === 400 ? 240 : 400, sequence: 1_000_042 },
      ])
      .execute()
    await writeFile(join(folder, 'a.ret'), content)
    expect(await collectBankFilesFrom(folder, getFiveMinutesLater())).toMatchObject({
      bankFiles: 1,
      refusedBankFiles: 0,
    })
    const replies = await db.selectFrom('remittances').select('reply').orderBy('id').execute()
    expect(replies.map(({ reply }) => reply)).toEqual(['rejected', null, null])
    await writeFile(join(folder, 'a.ret'), content)
    expect(await collectBankFilesFrom(folder, getFiveMinutesLater())).toMatchObject({ knownBankFiles: 1 })
    const otherSequence = { sequence: 7 }
    await db.updateTable('remittances').set(otherSequence).where('sequence', '=', sequence).execute()
    await writeFile(join(folder, 'b.ret'), content)
    expect(await collectBankFilesFrom(folder, getFiveMinutesLater())).toMatchObject({ refusedBankFiles: 1 })
    expect(await readFile(join(folder, 'recusados', 'b.ret.txt'), 'utf8')).toContain('à remessa nº 42')
  },
)

test('rejects unreadable files and one with a known number, with the reason, and stores the others', async () => {
  await writeFile(join(folder, 'a carta.txt'), 'nada disso')
  await writeFile(join(folder, 'b vazio.ret'), '')
  await writeFile(join(folder, 'c longo.ret'), Buffer.alloc(maxBankFileBytes + 1))
  await writeFile(join(folder, 'd bom.ret'), makeReturnFile([]))
  const conflictingFile = makeReturnFile([{ code: '28', number: '0000000001' }])
  await writeFile(join(folder, 'e outro.ret'), conflictingFile)
  const counts = await collectBankFilesFrom(folder, getFiveMinutesLater())
  expect(counts).toEqual({ bankFiles: 1, knownBankFiles: 0, refusedBankFiles: 4 })
  const readRefusalText = (name: string) => readFile(join(folder, 'recusados', `${name}.txt`), 'utf8')
  expect(await readRefusalText('a carta.txt')).toMatch(/^Linha 1: o registro não tem 240 nem 400 posições/)
  expect(await readRefusalText('b vazio.ret')).toBe('O arquivo está vazio')
  expect(await readRefusalText('c longo.ret')).toBe('O arquivo passa de 10 MB')
  expect(await readRefusalText('e outro.ret')).toContain('com outro conteúdo')
  expect(await findFileSize(hashBankFile(conflictingFile).stored_name)).toBeUndefined()
  expect(await listFolder()).toEqual(['lidos', 'recusados'])
})

// The times of files are real, even when the clocks are shifted.
test.skipIf(isClockShifted)(
  'ignores folders, hidden files and files written just now, even with an old time of change',
  async () => {
    await writeFile(join(folder, 'a.ret'), makeReturnFile([]))
    await writeFile(join(folder, '.b.ret'), makeReturnFile([]))
    await mkdir(join(folder, 'velhos'))
    expect(await collectBankFilesFrom(folder, new Date())).toMatchObject({ bankFiles: 0 })
    const longAgo = new Date(0)
    await utimes(join(folder, 'a.ret'), longAgo, longAgo)
    expect(await collectBankFilesFrom(folder, new Date())).toMatchObject({ bankFiles: 0 })
    expect(await listFolder()).toEqual(['.b.ret', 'a.ret', 'velhos'])
  },
)

test('rejects a symbolic link without following it', async () => {
  const elsewhere = join(folder, '.secret')
  await writeFile(elsewhere, makeReturnFile([]))
  await symlink(elsewhere, join(folder, 'a.ret'))
  expect(await collectBankFilesFrom(folder, getFiveMinutesLater())).toEqual({
    bankFiles: 0,
    knownBankFiles: 0,
    refusedBankFiles: 1,
  })
  expect(await readFile(join(folder, 'recusados', 'a.ret.txt'), 'utf8')).toBe('Não é um arquivo comum')
  expect(await db.selectFrom('bank_files').select('id').execute()).toEqual([])
})

test('continues after a file that cannot be stored or moved, and reports the run as failed', async () => {
  const name = `a${'b'.repeat(244)}.ret`
  await mkdir(join(folder, 'lidos'))
  // The destination has a file of the same name, so the longer new name exceeds the limit of the file system.
  for (const path of [folder, join(folder, 'lidos')]) await writeFile(join(path, name), makeReturnFile([]))
  await writeFile(
    join(folder, 'c.ret'),
    makeReturnFile([{ code: '28', number: '0000000001' }], { sequence: 2 }),
  )
  await expect(collectBankFilesFrom(folder, getFiveMinutesLater())).rejects.toThrow('files not collected: 1')
  expect([await listFolder(), await listFolder('lidos')]).toEqual([
    [name, 'lidos'],
    [name, 'c.ret'],
  ])
  expect((await listBankFiles(1)).count).toBe(2)
})

test('runs without a configured folder, and reports a missing one', async () => {
  expect(await collectBankFilesFrom(undefined, getFiveMinutesLater())).toMatchObject({ bankFiles: 0 })
  await expect(collectBankFilesFrom(join(folder, 'gone'), getFiveMinutesLater())).rejects.toThrow('ENOENT')
})
