import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import {
  fake,
  makeGatewayBoleto,
  processEvent,
  reconcilePayments,
} from '#tests/support/fakes/gateway-shop.ts'
import { testMoney } from '#tests/support/money/money-cases.ts'

const today = toCivilDate(new Date())
/** Days of the payment and of the two refunds. */
const days = { paid: addDays(today, -8), first: addDays(today, -5), second: addDays(today, -1) }
const DAY_MS = 24 * 3_600_000
let externalId = ''
/** The event that the next report delivers. */
let event = ''

function findCharge() {
  const charge = fake.payments.find(({ id }) => id === externalId)
  if (!charge) throw new Error('no charge')
  return charge
}

// Runs the cases that all ways of payment share. The functions below do what happens at the gateway.
testMoney({
  name: 'gateway',
  days,
  async pay() {
    const gatewayBoleto = await makeGatewayBoleto()
    externalId = gatewayBoleto.externalId
    event = 'PAYMENT_RECEIVED'
    await fake.pay(externalId, { paidOn: days.paid })
    return gatewayBoleto
  },
  async report() {
    await processEvent(fake.makeWebhookEvent(event, externalId))
  },
  async reconcile() {
    // A payment of the last days is checked again after a day.
    await reconcilePayments.run(new Date(Date.now() + DAY_MS))
  },
  refund(value, day) {
    const refunds = findCharge().refunds ?? []
    const dateCreated = `${day} 12:00:0${refunds.length}`
    void fake.refundPart(externalId, { value: value / 100, dateCreated, effectiveDate: dateCreated })
    let refundedCents = 0
    for (const refund of findCharge().refunds ?? []) refundedCents += Math.round(refund.value * 100)
    event = 'PAYMENT_PARTIALLY_REFUNDED'
    if (refundedCents < Math.round(findCharge().value * 100)) return
    findCharge().status = 'REFUNDED'
    event = 'PAYMENT_REFUNDED'
  },
  chargeBack(day) {
    void fake.chargeBack(externalId)
    fake.state.today = day
    event = 'PAYMENT_CHARGEBACK_REQUESTED'
  },
  restate(value) {
    Object.assign(findCharge(), { value: value / 100, netValue: (value - 1_99) / 100 })
    event = 'PAYMENT_UPDATED'
  },
})
