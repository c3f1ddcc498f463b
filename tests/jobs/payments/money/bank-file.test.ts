import { applyBankFile } from '#app/jobs/payments/apply-bank-file.server.ts'
import { requestApplying } from '#app/models/payments/bank-file.server.ts'
import { makeOrderWithBoleto, storeReturnFile } from '#tests/factories/bank-files.ts'
import { makeReturnFile, type ReturnRecord } from '#tests/factories/return-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { testMoney } from '#tests/support/money/money-cases.ts'

const days = { paid: '2026-11-18', first: '2026-11-19', second: '2026-11-20' }
const settled = '06'
const undone = '44'
let reported: ReturnRecord[] = []
let files = 0

testMoney({
  name: 'bank-file',
  days,
  async pay() {
    const { orderId, boleto } = await makeOrderWithBoleto()
    reported = [{ code: settled, number: boleto.our_number, paid: 80_00, on: days.paid }]
    return { orderId, value: 80_00 }
  },
  async report() {
    files += 1
    const { id } = await storeReturnFile(makeReturnFile(reported, { sequence: files }))
    await requestApplying(id, await makeStaff())
    await applyBankFile.run(String(id), { id: 0 })
  },
  refund() {
    throw new Error('a bank file gives nothing back')
  },
  chargeBack(day) {
    const [paid] = reported
    if (paid) reported.push({ ...paid, code: undone, on: day })
  },
})
