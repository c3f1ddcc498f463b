import { markAsPaid } from '#app/models/payments/manual-payment.server.ts'
import { makeOrderWithBoleto } from '#tests/factories/bank-files.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { testMoney } from '#tests/support/money/money-cases.ts'

const days = { paid: '2026-11-18', first: '2026-11-19', second: '2026-11-20' }
let paidOrderId = 0

function failWithoutProvider(): never {
  throw new Error('money marked as paid by hand has no provider')
}

testMoney({
  name: 'staff',
  days,
  async pay() {
    const { orderId } = await makeOrderWithBoleto()
    paidOrderId = orderId
    return { orderId, value: 80_00 }
  },
  async report() {
    const actor = { actorUserId: await makeStaff(), source: 'staff' }
    await markAsPaid(paidOrderId, actor, days.paid, { isRenewalAccepted: false })
  },
  refund: failWithoutProvider,
  chargeBack: failWithoutProvider,
})
