import { expect, test } from 'vitest'
import type { CnabFormat } from '#app/domain/charges/cnab/cnab-occurrence.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as fileAction } from '#app/routes/admin/payments/bank-files/bank-file.tsx'
import { action as uploadAction } from '#app/routes/admin/payments/bank-files/bank-files.tsx'
import { makeOrderWithBoleto } from '#tests/factories/bank-files.ts'
import { bankFormats, getSettlementCode, makeReturnFile } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type FileBoleto, findAmountOfBoleto } from '#tests/support/attacks/boleto-in-file.ts'
import { makeChance, scaleRounds } from '#tests/support/attacks/chance.ts'
import { damageFile } from '#tests/support/attacks/mutated-file.ts'
import { loginAs } from '#tests/support/request.ts'

const bankFilesPath = '/admin/bank_files'
const filesPerFormat = scaleRounds(32)

type SentFile = { bytes: Uint8Array; format: CnabFormat }

test('rejects a damaged file with a message, or records exactly the payments that it contains', {
  timeout: 180_000,
  meta: { slow: 'sends hundreds of damaged files' },
}, async () => {
  const staff = await loginAs({ userId: await makeStaff() })
  const chance = makeChance(4711)
  const sentFiles = new Map<number, SentFile>()
  const knownBoletos: (FileBoleto & { id: number })[] = []
  const outcomeCounts = { rejected: 0, accepted: 0 }
  let sequence = 0
  for (const [bank, format] of bankFormats) {
    const { boleto } = await makeOrderWithBoleto(bank)
    const { id, our_number: number, document_number: document } = boleto
    knownBoletos.push({ id, bank, number, document, due: '2026-11-20', value: 80_00 })
    for (let count = 0; count < filesPerFormat; count++) {
      sequence += 1
      const day = `2026-11-${String(1 + (count % 19)).padStart(2, '0')}`
      const reportedPayment = {
        code: getSettlementCode(bank, format),
        number,
        document,
        paid: 80_00,
        on: day,
      }
      const validFile = makeReturnFile([reportedPayment], { bank, format, sequence })
      const bytes = damageFile(validFile, chance)
      const answer = await staff.postFiles(
        uploadAction,
        bankFilesPath,
        {},
        { file: { name: 'r.ret', bytes } },
      )
      if (answer.status !== 303) {
        outcomeCounts.rejected += 1
        expect(answer.status).toBe(400)
        const { faults } = answer.data as { faults: string[] }
        expect(faults.length).toBeGreaterThan(0)
        for (const fault of faults) expect(fault).toMatch(/^(Linha \d+: |Escolha |O arquivo |Este arquivo )/)
        continue
      }
      const fileId = Number(answer.location?.split('/').at(-1))
      outcomeCounts.accepted += 1
      if (sentFiles.has(fileId)) continue
      sentFiles.set(fileId, { bytes, format })
      if (count % 10 === 0) expect((await fetchPage(staff, `${bankFilesPath}/${fileId}`)).status).toBe(200)
      const applyAnswer = await staff.post(
        fileAction,
        `${bankFilesPath}/${fileId}`,
        { is_ours: 'on', reason: 'Conferido linha por linha' },
        { id: String(fileId) },
      )
      expect(applyAnswer.status).toBe(303)
      await applyBankFile.run(String(fileId), { id: 0 })
    }
  }
  expect(outcomeCounts.accepted).toBeGreaterThan(filesPerFormat / 2)
  expect(outcomeCounts.rejected).toBeGreaterThan(filesPerFormat * 3)

  const payments = await db
    .selectFrom('payments')
    .select(['boleto_id', 'order_id', 'value', 'details'])
    .where('boleto_id', 'is not', null)
    .execute()
  expect(payments.length).toBeGreaterThan(10)
  for (const { boleto_id, order_id, value, details } of payments) {
    const { bankFile, line } = JSON.parse(details ?? '{}') as { bankFile: number; line: number }
    const sentFile = sentFiles.get(bankFile)
    const boleto = knownBoletos.find(({ id }) => id === boleto_id)
    expect(order_id).not.toBeNull()
    expect([
      bankFile,
      sentFile && boleto && findAmountOfBoleto(boleto, sentFile.bytes, line, sentFile.format),
    ]).toEqual([bankFile, value])
  }
  const orders = await db.selectFrom('orders').select(['id', 'status', 'total']).execute()
  for (const { id, status, total } of orders) {
    const fullPayments = payments.filter(({ order_id, value }) => order_id === id && value >= total)
    expect([id, status]).toEqual([
      id,
      fullPayments.length > 0 ? orderStatus.confirmed : orderStatus.pendingPayment,
    ])
  }
})
