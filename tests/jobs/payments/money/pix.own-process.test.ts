import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import {
  bank,
  enqueuePixReading,
  makeCharge,
  reconcilePix,
  runEffect,
} from '#tests/support/fakes/pix-shop.ts'
import { testMoney } from '#tests/support/money/money-cases.ts'

const today = toCivilDate(new Date())
const days = { paid: addDays(today, -8), first: addDays(today, -5), second: addDays(today, -1) }
const DAY_MS = 24 * 3_600_000
const getNoon = (day: string) => `${day}T12:00:00-03:00`
let pix: ReturnType<typeof bank.pay>

function returnPix(value: number, day: string, natureza: string) {
  bank.sendReturn(pix, (value / 100).toFixed(2))
  const horario = { solicitacao: getNoon(day), liquidacao: getNoon(day) }
  Object.assign(pix.devolucoes.at(-1) ?? {}, { horario, natureza })
}

testMoney({
  name: 'pix',
  days,
  async pay() {
    const charge = await makeCharge()
    pix = bank.pay(charge.txid, { at: new Date(getNoon(days.paid)) })
    return charge
  },
  async report() {
    await enqueuePixReading([pix.endToEndId])
    await runEffect('read-pix', pix.endToEndId)
  },
  async reconcile() {
    await reconcilePix.run(new Date(Date.now() + DAY_MS))
  },
  refund: (value, day) => returnPix(value, day, 'ORIGINAL'),
  chargeBack(day) {
    let remainingCents = Math.round(Number(pix.valor) * 100)
    for (const { valor } of pix.devolucoes) remainingCents -= Math.round(Number(valor) * 100)
    returnPix(remainingCents, day, 'MED_FRAUDE')
  },
})
