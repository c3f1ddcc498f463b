import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { requestApplying } from '#app/models/payments/bank-file.server.ts'
import { makeOrderWithBoleto, storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeReturnFile, type ReturnRecord } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { testMoney } from '#tests/support/money/money-cases.ts'

const days = { paid: '2026-11-18', first: '2026-11-19', second: '2026-11-20' }
const settlementCode = '06'
const chargebackCode = '44'
let reportedRecords: ReturnRecord[] = []
let fileCount = 0

testMoney({
  name: 'bank-file',
  days,
  async pay() {
    const { orderId, boleto } = await makeOrderWithBoleto()
    reportedRecords = [{ code: settlementCode, number: boleto.our_number, paid: 80_00, on: days.paid }]
    return { orderId, value: 80_00 }
  },
  async report() {
    fileCount += 1
    const { id } = await storeReturnFile(makeReturnFile(reportedRecords, { sequence: fileCount }))
    await requestApplying(id, await makeStaff())
    await applyBankFile.run(String(id), { id: 0 })
  },
  refund() {
    throw new Error('a bank file reports no refunds')
  },
  chargeBack(day) {
    const [settlement] = reportedRecords
    if (settlement) reportedRecords.push({ ...settlement, code: chargebackCode, on: day })
  },
})
