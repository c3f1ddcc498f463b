import { addDays, civilDateIn } from '#app/domain/platform/calendar.ts'
import { bank, enqueuePixReading, makeCharge, reconcilePix, work } from '#tests/support/fakes/pix-shop.ts'
import { testMoney } from '#tests/support/money/money-cases.ts'

const today = civilDateIn(new Date())
const days = { paid: addDays(today, -8), first: addDays(today, -5), second: addDays(today, -1) }
const DAY_MS = 24 * 3_600_000
const noonOf = (day: string) => `${day}T12:00:00-03:00`
let pix: ReturnType<typeof bank.pay>

function returns(value: number, on: string, natureza: string) {
  bank.giveBack(pix, (value / 100).toFixed(2))
  const horario = { solicitacao: noonOf(on), liquidacao: noonOf(on) }
  Object.assign(pix.devolucoes.at(-1) ?? {}, { horario, natureza })
}

testMoney({
  name: 'pix',
  days,
  async pay() {
    const made = await makeCharge()
    pix = bank.pay(made.txid, { at: new Date(noonOf(days.paid)) })
    return made
  },
  async report() {
    await enqueuePixReading([pix.endToEndId])
    await work('read-pix', pix.endToEndId)
  },
  async reconcile() {
    await reconcilePix.run(new Date(Date.now() + DAY_MS))
  },
  giveBack: (value, on) => returns(value, on, 'ORIGINAL'),
  takeBack(on) {
    const gone = pix.devolucoes.reduce((sum, { valor }) => sum + Math.round(Number(valor) * 100), 0)
    returns(Math.round(Number(pix.valor) * 100) - gone, on, 'MED_FRAUDE')
  },
})
