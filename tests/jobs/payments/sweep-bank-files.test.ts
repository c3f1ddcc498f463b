import { expect, test } from 'vitest'
import { findFileSize, getFile, putFile, removeFile } from '#app/gateways/storage.server.ts'
import {
  deleteExpiredBankFiles,
  deleteOrphanedOriginals,
} from '#app/jobs/payments/sweep-bank-files.server.ts'
import { hashBankFile, requestApplying } from '#app/models/payments/bank-file.server.ts'
import { clearBankFile } from '#app/models/payments/bank-retention.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeReturnFile } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { bankAgreement } from '#tests/factories/shop.ts'
import { isClockShifted } from '#tests/support/clock.ts'

const now = new Date('2032-06-01T12:00:00Z')

test('removes payers from return files and remittances after the tax years, not before', async () => {
  const staff = await makeStaff()
  const filesByAge = [
    ['old', '2026-11-21'],
    ['young', '2031-11-21'],
  ] as const
  for (const [index, [name, day]] of filesByAge.entries()) {
    const created_at = new Date(`${day}T12:00:00Z`)
    await putFile(`bank-files/${name}`, Buffer.from(name))
    await db
      .insertInto('bank_files')
      .values({
        file_key: name,
        sha256: String(index).repeat(64),
        name: `${name}.RET`,
        bank: '001' as const,
        format: 400 as const,
        agreement: '1',
        sequence: '1',
        line_count: 0,
        stored_name: `bank-files/${name}`,
        source: 'upload',
        created_at,
      })
      .execute()
    await db
      .insertInto('remittances')
      .values({
        bank: '001',
        format: 400,
        sequence: index + 1,
        boletos: 1,
        content: name,
        created_at,
        created_by: staff,
      })
      .execute()
  }
  expect(await deleteExpiredBankFiles(now, 100)).toBe(2)
  expect(await deleteExpiredBankFiles(now, 100)).toBe(0)
  const files = await db.selectFrom('bank_files').select('stored_name').orderBy('id').execute()
  expect(files.map(({ stored_name }) => stored_name)).toEqual(['', 'bank-files/young'])
  const remittances = await db.selectFrom('remittances').select('content').orderBy('id').execute()
  expect(remittances.map(({ content }) => content)).toEqual(['', 'young'])
  expect(await getFile('bank-files/old')).toBeUndefined()
  expect(await getFile('bank-files/young')).toBeDefined()
  await removeFile('bank-files/young')
})

// The times of files are real, even when the clocks are shifted.
test.skipIf(isClockShifted)(
  'deletes stored files without a row after a day, and retains those of return files',
  async () => {
    const content = makeReturnFile([])
    const { stored_name } = hashBankFile(content)
    await putFile(stored_name, content)
    await storeReturnFile(content)
    await putFile('bank-files/cut-off', new Uint8Array([1]))
    const getHoursFromNow = (count: number) => new Date(Date.now() + count * 3_600_000)
    expect(await deleteOrphanedOriginals(getHoursFromNow(23))).toBe(0)
    expect(await deleteOrphanedOriginals(getHoursFromNow(25))).toBe(1)
    expect(await Promise.all([stored_name, 'bank-files/cut-off'].map(findFileSize))).toEqual([
      content.length,
      undefined,
    ])
    expect(await deleteOrphanedOriginals(getHoursFromNow(25))).toBe(0)
  },
)

test('clearing a return file removes its payers from lines and history', async () => {
  await saveSetting('bankAgreement', bankAgreement)
  const { id, createdBy } = await storeReturnFile(
    makeReturnFile([{ code: '06', number: '0000000070', paid: 80_00 }]),
  )
  const payer = { payer_name: 'PESSOA INVENTADA', payer_document: '11144477735' }
  await db.updateTable('bank_file_lines').set(payer).execute()
  await db.updateTable('bank_files').set({ doubts: '[{"line":3,"fault":"count"}]' }).execute()
  expect(
    await requestApplying(id, createdBy, { isVouchedFor: true, reason: 'Falei com a Pessoa Inventada' }),
  ).toBe('asked')
  await clearBankFile(id)
  const history = await listHistory('bank-file', id)
  expect(history.map(({ action, details }) => [action, details])).toEqual([
    ['file-read', expect.stringContaining('"lines":1')],
    ['apply-asked', null],
  ])
  const lines = await db
    .selectFrom('bank_file_lines')
    .select(['payer_name', 'payer_document', 'paid'])
    .execute()
  expect(lines).toEqual([{ payer_name: '', payer_document: '', paid: 80_00 }])
})
