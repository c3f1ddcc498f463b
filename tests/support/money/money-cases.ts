import { beforeEach, describe, expect, test } from 'vitest'
import type { MoneySource, SourceName } from './money-source.ts'

type Shop = Awaited<ReturnType<typeof openBooks>>

type After = {
  order: 'paid' | 'unpaid'
  /** centavos that the shop keeps */
  stays: number
  /** centavos refunded, by the closing of each day */
  out: Partial<Record<'first' | 'second', number>>
  waits: boolean
  /** mails to the buyer about a refund; default 0 */
  refundMails?: number
}

type Case = {
  event: string
  before: string
  steps(shop: Shop): Promise<void>
  after(value: number, source: MoneySource): After
  /** why this case is not possible with a source */
  impossible?: Partial<Record<SourceName, string>>
}

const PART = 2_00
const byHand = { staff: 'money marked as paid by hand has no provider to report more of it' }
const byFile = { ...byHand, 'bank-file': 'a file reports a payment that the bank undid as a whole' }
const afterwards = { ...byHand, 'bank-file': 'a file reports a payment before what undid it' }
/** The gateway reports it as a refund; for a Pix, staff decide what it was. */
const countPartMails = (name: SourceName) => (name === 'gateway' ? 1 : 0)
const always = { ...byHand, 'bank-file': 'a file is not asked for: the next one reports it' }
const fixed = {
  ...byHand,
  pix: 'the value of a Pix never changes',
  'bank-file': 'another value is another record',
}

/** Returns the state if money waits for staff; without money, nothing has happened. */
const makeRefused = (value: number, { name }: MoneySource): After => ({
  order: 'unpaid',
  stays: name === 'staff' ? 0 : value,
  out: {},
  waits: name !== 'staff',
})

/** Source × event × before → after. A new source needs a driver, a new event a row. */
export const moneyCases: readonly Case[] = [
  {
    event: 'all of it is given back',
    before: 'counted',
    async steps({ source, value, days }) {
      await source.report()
      source.giveBack(value, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { second: value }, waits: true }),
    impossible: byFile,
  },
  {
    event: 'the payer takes it back',
    before: 'counted',
    async steps({ source, days }) {
      await source.report()
      source.takeBack(days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { second: value }, waits: true }),
    impossible: byHand,
  },
  {
    event: 'the payer takes the rest back',
    before: 'a part was given back on an earlier day',
    async steps({ source, days }) {
      await source.report()
      source.giveBack(PART, days.first)
      await source.report()
      source.takeBack(days.second)
      await source.report()
    },
    after: (value, { name }) => ({
      ...{ order: 'paid', stays: 0, out: { first: PART, second: value - PART }, waits: true },
      refundMails: countPartMails(name),
    }),
    impossible: byFile,
  },
  {
    event: 'all of it is given back in two parts, told at once',
    before: 'counted',
    async steps({ source, value, days }) {
      await source.report()
      source.giveBack(PART, days.first)
      source.giveBack(value - PART, days.second)
      await source.report()
      await source.report()
    },
    after: (value, { name }) => ({
      ...{ order: 'paid', stays: 0, out: { first: PART, second: value - PART }, waits: true },
      refundMails: countPartMails(name),
    }),
    impossible: byFile,
  },
  {
    event: 'all of it is given back',
    before: 'not heard of',
    async steps({ source, value, days }) {
      source.giveBack(value, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'unpaid', stays: 0, out: { second: value }, waits: true }),
    impossible: afterwards,
  },
  {
    event: 'all but a centavo is given back',
    before: 'not heard of',
    async steps({ source, value, days }) {
      source.giveBack(value - 1, days.second)
      await source.report()
    },
    after: (value, { name }) => ({
      ...{ order: 'unpaid', stays: 1, out: { second: value - 1 }, waits: true },
      refundMails: countPartMails(name),
    }),
    impossible: afterwards,
  },
  {
    event: 'all of it is given back and no call comes',
    before: 'counted',
    async steps({ source, value, days }) {
      await source.report()
      source.giveBack(value, days.second)
      await source.reconcile?.()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { second: value }, waits: true }),
    impossible: always,
  },
  {
    event: 'a part is given back and no call comes',
    before: 'counted',
    async steps({ source, days }) {
      await source.report()
      source.giveBack(PART, days.first)
      await source.reconcile?.()
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      stays: value - PART,
      out: { first: PART },
      // The gateway calls it a refund; for a Pix, staff decide what it was.
      waits: name === 'pix',
      refundMails: countPartMails(name),
    }),
    impossible: always,
  },
  {
    event: 'staff record a part',
    before: 'it was told of',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.giveBack(PART, days.first)
      await source.report()
      expect(await recordRefund(PART, days.second)).toBe('recorded')
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      stays: value - PART,
      out: { first: PART },
      waits: false,
      refundMails: 1,
    }),
    impossible: byFile,
  },
  {
    event: 'staff record all of it',
    before: 'it was told of',
    async steps({ source, value, days, recordRefund }) {
      await source.report()
      source.giveBack(value, days.first)
      await source.report()
      expect(await recordRefund(value, days.second)).toBe('recorded')
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { first: value }, waits: false, refundMails: 1 }),
    impossible: byFile,
  },
  {
    event: 'a part is given back',
    before: 'staff recorded it',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PART, days.first)).toBe('recorded')
      source.giveBack(PART, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      stays: value - PART,
      out: { first: PART },
      waits: false,
      refundMails: 1,
    }),
    impossible: byFile,
  },
  {
    event: 'all of it is taken back',
    before: 'staff recorded it',
    async steps({ source, value, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(value, days.first)).toBe('recorded')
      source.takeBack(days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { first: value }, waits: false, refundMails: 1 }),
    impossible: byHand,
  },
  {
    event: 'staff say that it went',
    before: 'the payer took it back',
    async steps({ source, days, answer }) {
      await source.report()
      source.takeBack(days.second)
      await source.report()
      expect(await answer({ resolution: 'upheld' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { second: value }, waits: false }),
    impossible: byHand,
  },
  {
    event: 'staff say that it went',
    before: 'all of it was given back',
    async steps({ source, value, days, answer }) {
      await source.report()
      source.giveBack(value, days.second)
      await source.report()
      expect(await answer({ resolution: 'upheld' })).toBe('resolved')
      expect(await answer({ resolution: 'upheld' })).toBe('already')
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { second: value }, waits: false, refundMails: 1 }),
    impossible: byFile,
  },
  {
    event: 'staff record all of it',
    before: 'they had said that it went',
    async steps({ source, value, days, answer, recordRefund }) {
      await source.report()
      source.giveBack(value, days.first)
      await source.report()
      expect(await answer({ resolution: 'upheld' })).toBe('resolved')
      expect(await recordRefund(value, days.second)).toBe('recorded')
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { first: value }, waits: false, refundMails: 1 }),
    impossible: byFile,
  },
  {
    event: 'staff say that it never went',
    before: 'the payer took it back',
    async steps({ source, days, answer }) {
      await source.report()
      source.takeBack(days.second)
      await source.report()
      expect(await answer({ resolution: 'dismissed', note: 'Ficou na conta' })).toBe('resolved')
    },
    after: (value) => ({ order: 'paid', stays: value, out: {}, waits: false }),
    impossible: byHand,
  },
  {
    event: 'staff correct that it went after all',
    before: 'they had said that it never did',
    async steps({ source, days, answer }) {
      await source.report()
      source.takeBack(days.second)
      await source.report()
      await answer({ resolution: 'dismissed', note: 'Ficou na conta' })
      expect(await answer({ resolution: 'upheld' })).toBe('resolved')
      expect(await answer({ resolution: 'upheld' })).toBe('already')
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { second: value }, waits: false }),
    impossible: byHand,
  },
  {
    event: 'it is gone there all the same',
    before: 'staff had said that it never went',
    async steps({ source, days, answer }) {
      await source.report()
      source.takeBack(days.second)
      await source.report()
      await answer({ resolution: 'dismissed', note: 'Ficou na conta' })
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: value, out: {}, waits: true }),
    impossible: {
      ...byHand,
      pix: 'a return has an id of its own: told again it is the same',
      'bank-file': 'a record that is told again is the same',
    },
  },
  {
    event: 'the bank undoes it once more',
    before: 'staff had said that it never went',
    async steps({ source, days, answer }) {
      await source.report()
      source.takeBack(days.first)
      await source.report()
      await answer({ resolution: 'dismissed', note: 'Ficou na conta' })
      source.takeBack(days.second)
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: 0, out: { second: value }, waits: true }),
    impossible: {
      ...byHand,
      gateway: 'a charge is taken back once: the next event does not agree',
      pix: 'nothing is left to return',
    },
  },
  {
    event: 'another value is told',
    before: 'counted',
    async steps({ source, value }) {
      await source.report()
      source.restate?.(value + 3_00)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: value, out: {}, waits: true }),
    impossible: fixed,
  },
  {
    event: 'staff correct the value',
    before: 'another value was told',
    async steps({ source, value, decideValue }) {
      await source.report()
      source.restate?.(value + 3_00)
      await source.report()
      expect(await decideValue(value + 3_00, null)).toBe('resolved')
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: value + 3_00, out: {}, waits: false }),
    impossible: fixed,
  },
  {
    event: 'staff keep the value',
    before: 'another value was told',
    async steps({ source, value, decideValue }) {
      await source.report()
      source.restate?.(value + 3_00)
      await source.report()
      expect(await decideValue(value + 3_00, 'O extrato tem o valor do pedido')).toBe('resolved')
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: value, out: {}, waits: false }),
    impossible: fixed,
  },
  {
    event: 'the value that was due is told',
    before: 'another value waits for staff',
    async steps({ source, value }) {
      source.restate?.(value - 1_00)
      await source.report()
      source.restate?.(value)
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: value, out: {}, waits: false }),
    impossible: fixed,
  },
  {
    event: 'staff record a part',
    before: 'counted',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PART, days.first)).toBe('recorded')
    },
    after: (value) => ({
      order: 'paid',
      stays: value - PART,
      out: { first: PART },
      waits: false,
      refundMails: 1,
    }),
  },
  {
    event: 'staff record the sum',
    before: 'two parts were told of',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.giveBack(12_00, days.first)
      source.giveBack(8_00, days.second)
      await source.report()
      expect(await recordRefund(20_00, days.second)).toBe('already-reported')
      await source.report()
    },
    after: (value, { name }) => ({
      ...{ order: 'paid', stays: value - 20_00, out: { first: 12_00, second: 8_00 } },
      waits: name === 'pix',
      refundMails: 2 * countPartMails(name),
    }),
    impossible: byFile,
  },
  {
    event: 'staff record another refund and say so',
    before: 'a part was told of',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.giveBack(PART, days.first)
      await source.report()
      expect(await recordRefund(3_00, days.second)).toBe('already-reported')
      expect(await recordRefund(3_00, days.second, { isOther: true })).toBe('recorded')
    },
    after: (value, { name }) => ({
      ...{ order: 'paid', stays: value - PART - 3_00, out: { first: PART, second: 3_00 } },
      waits: name === 'pix',
      refundMails: 1 + countPartMails(name),
    }),
    impossible: byFile,
  },
  {
    event: 'two parts are told of, one after the other',
    before: 'staff recorded the sum',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.giveBack(30_00, days.first)
      await source.report()
      source.giveBack(20_00, days.second)
      await source.report()
      await source.report()
    },
    after: (value, { name }) => ({
      ...{ order: 'paid', stays: value - 50_00, out: { first: 50_00 } },
      // Only the first part waits, as an event.
      ...{ waits: name === 'gateway', refundMails: 1 },
    }),
    impossible: byFile,
  },
  {
    event: 'a part is told of',
    before: 'staff recorded a larger refund',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.giveBack(30_00, days.second)
      await source.report()
    },
    // A return of a Pix counts as money taken back until staff decide what it was.
    after: (value, { name }) => ({
      order: 'paid',
      ...(name === 'pix'
        ? { stays: value - 80_00, out: { first: 50_00, second: 30_00 } }
        : { stays: value - 50_00, out: { first: 50_00 } }),
      ...{ waits: true, refundMails: 1 },
    }),
    impossible: byFile,
  },
  {
    event: 'staff say that the parts are of it, as they are told of',
    before: 'staff recorded the sum',
    async steps({ source, days, recordRefund, answer }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.giveBack(30_00, days.second)
      await source.report()
      expect(await answer({ resolution: 'upheld' })).toBe('part-or-other')
      expect(await answer({ resolution: 'upheld', refund: 'part' })).toBe('resolved')
      await source.report()
      source.giveBack(20_00, days.second)
      await source.report()
      source.giveBack(20_00, days.second)
      await source.report()
    },
    // The first part completes the refund once, so the third part is another refund.
    after: (value) => ({
      ...{ order: 'paid', stays: value - 70_00, out: { first: 50_00, second: 20_00 } },
      ...{ waits: true, refundMails: 1 },
    }),
    impossible: { ...byFile, gateway: 'the part waits as an event' },
  },
  {
    event: 'staff say that a part told of is another refund',
    before: 'staff recorded a larger refund',
    async steps({ source, days, recordRefund, answer }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.giveBack(30_00, days.second)
      await source.report()
      expect(await answer({ resolution: 'upheld', refund: 'other' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({
      ...{ order: 'paid', stays: value - 80_00, out: { first: 50_00, second: 30_00 } },
      ...{ waits: false, refundMails: 2 },
    }),
    impossible: { ...byFile, gateway: 'the part waits as an event' },
  },
  {
    event: 'another part is told of',
    before: 'staff recorded another refund than the first part and said so',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.giveBack(10_00, days.first)
      await source.report()
      expect(await recordRefund(25_00, days.first, { isOther: true })).toBe('recorded')
      source.giveBack(15_00, days.second)
      await source.report()
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      ...(name === 'pix'
        ? { stays: value - 50_00, out: { first: 35_00, second: 15_00 } }
        : { stays: value - 35_00, out: { first: 35_00 } }),
      ...{ waits: true, refundMails: 1 + countPartMails(name) },
    }),
    impossible: byFile,
  },
  {
    event: 'all of it is taken back',
    before: 'staff recorded two refunds of it',
    async steps({ source, value, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PART, days.first)).toBe('recorded')
      expect(await recordRefund(value - PART, days.first)).toBe('recorded')
      source.takeBack(days.second)
      await source.report()
    },
    after: (value) => ({
      ...{ order: 'paid', stays: -value, out: { first: value, second: value } },
      ...{ waits: true, refundMails: 2 },
    }),
    impossible: byHand,
  },
  {
    event: 'all of it is taken back',
    before: 'staff recorded a refund of a part',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PART, days.first)).toBe('recorded')
      source.takeBack(days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({
      ...{ order: 'paid', stays: -PART, out: { first: PART, second: value } },
      ...{ waits: true, refundMails: 1 },
    }),
    impossible: byHand,
  },
  {
    event: 'staff correct that it went after all',
    before: 'they recorded two refunds of it and said that the payer never took it back',
    async steps({ source, value, days, recordRefund, answer }) {
      await source.report()
      expect(await recordRefund(PART, days.first)).toBe('recorded')
      expect(await recordRefund(value - PART, days.first)).toBe('recorded')
      source.takeBack(days.second)
      await source.report()
      expect(await answer({ resolution: 'dismissed', note: 'Ficou na conta' })).toBe('resolved')
      expect(await answer({ resolution: 'upheld' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({
      ...{ order: 'paid', stays: -value, out: { first: value, second: value } },
      ...{ waits: false, refundMails: 2 },
    }),
    impossible: byHand,
  },
  {
    event: 'staff correct that it went after all',
    before: 'they said that it never did, and recorded it',
    async steps({ source, value, days, recordRefund, answer }) {
      await source.report()
      source.giveBack(value, days.second)
      await source.report()
      await answer({ resolution: 'dismissed', note: 'Ficou na conta' })
      expect(await recordRefund(value, days.first)).toBe('recorded')
      const isNet = source.name === 'gateway'
      expect(await answer({ resolution: 'upheld' })).toBe(isNet ? 'more-than-came-in' : 'part-or-other')
      if (!isNet) expect(await answer({ resolution: 'upheld', refund: 'part' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({
      ...{ order: 'paid', stays: 0, out: { first: value } },
      ...{ waits: false, refundMails: 1 },
    }),
    impossible: byFile,
  },
  {
    event: 'two parts are told of at once, one of which equals a refund',
    before: 'staff recorded two refunds',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(30_00, days.first)).toBe('recorded')
      expect(await recordRefund(10_00, days.first)).toBe('recorded')
      source.giveBack(20_00, days.second)
      source.giveBack(10_00, days.second)
      await source.report()
      await source.report()
    },
    // The part of 20 belongs to no refund that staff recorded.
    after: (value, { name }) => ({
      order: 'paid',
      ...(name === 'pix'
        ? { stays: value - 60_00, out: { first: 40_00, second: 20_00 } }
        : { stays: value - 40_00, out: { first: 40_00 } }),
      ...{ waits: true, refundMails: 2 },
    }),
    impossible: byFile,
  },
  {
    event: 'a refund is told of as a sum',
    before: 'staff recorded its parts',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(30_00, days.first)).toBe('recorded')
      expect(await recordRefund(20_00, days.second)).toBe('recorded')
      source.giveBack(50_00, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({
      ...{ order: 'paid', stays: value - 50_00, out: { first: 30_00, second: 20_00 } },
      ...{ waits: false, refundMails: 2 },
    }),
    impossible: byFile,
  },
  {
    event: 'it comes in',
    before: 'the order was cancelled',
    async steps({ source, order }) {
      await order.cancel()
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: value, out: {}, waits: false }),
  },
  {
    event: 'it comes in',
    before: 'the order was rejected',
    async steps({ source, order }) {
      await order.reject()
      await source.report()
    },
    after: makeRefused,
  },
  {
    event: 'it comes in',
    before: 'another payment paid the order',
    async steps({ source, order }) {
      expect(await order.payOtherwise()).toBe('confirmed')
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      stays: name === 'staff' ? value : 2 * value,
      out: {},
      waits: name !== 'staff',
    }),
  },
  {
    event: 'it comes in',
    before: 'staff marked the order as paid',
    async steps({ source, order }) {
      expect(await order.markAsPaid()).toBe('changed')
      await source.report()
    },
    after: (value) => ({ order: 'paid', stays: value, out: {}, waits: false }),
  },
  {
    event: 'it comes in',
    before: 'another order renewed the unit',
    async steps({ source, order }) {
      await order.renewElsewhere()
      await source.report()
    },
    after: makeRefused,
  },
  {
    event: 'it comes in',
    before: 'the account was removed',
    async steps({ source, order }) {
      await order.removeAccount()
      await source.report()
    },
    after: makeRefused,
  },
]

/** Imports the shop late, since a source sets its environment before. */
async function openBooks(source: MoneySource) {
  const { db } = await import('#app/models/platform/db.server.ts')
  const { toCivilDate } = await import('#app/domain/platform/calendar.ts')
  const { dayClosing } = await import('#app/models/reports/day-closing.server.ts')
  const { countOpenPayments } = await import('#app/models/payments/payment-list.server.ts')
  const { countWaitingEvents } = await import('#app/models/payments/gateway/waiting-event.server.ts')
  const { resolvePayment } = await import('#app/models/payments/payment-resolution.server.ts')
  const { decideValue } = await import('#app/models/payments/payment-value.server.ts')
  const refunds = await import('#app/models/payments/refund.server.ts')
  const { makeStaff } = await import('#tests/factories/shipments.ts')
  const { readyOrder } = await import('./money-order.ts')
  const { orderId, value } = await source.pay()
  const staff = { actorUserId: await makeStaff(), source: 'staff' }
  const today = toCivilDate(new Date())
  const { days } = source
  let tokens = 0
  const findPaymentId = async (isReversal: boolean) => {
    const rows = await db.selectFrom('payments').select(['id', 'problem']).orderBy('id').execute()
    return rows.find(({ problem }) => (problem === 'reversed') === isReversal)?.id ?? 0
  }
  async function sumOut(day: string): Promise<number> {
    const { accounts } = await dayClosing.totals({ start: day, end: day, today })
    return (accounts.refund?.value ?? 0) + (accounts.chargeback?.value ?? 0)
  }
  return {
    source,
    value,
    days,
    order: readyOrder({ orderId, value, paidOn: days.paid, staff }),
    async recordRefund(amount: number, refundedOn: string, { isOther = false } = {}) {
      tokens += 1
      const data = { document: 'E123', note: null, token: String(tokens).padStart(32, '0') }
      return refunds.recordRefund(
        {
          orderId,
          paymentId: (await findPaymentId(false)) || null,
          value: amount,
          refundedOn,
          isOther,
          ...data,
        },
        staff,
      )
    },
    answer: async (decision: Parameters<typeof resolvePayment>[1]) =>
      resolvePayment(await findPaymentId(true), decision, staff, today),
    decideValue: async (reportedAmount: number, keepReason: string | null) =>
      decideValue(await findPaymentId(false), { reportedAmount, keepReason }, staff),
    async books() {
      const order = await db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      const went = { first: await sumOut(days.first), second: await sumOut(days.second) }
      const came = (await dayClosing.totals({ start: days.paid, end: days.paid, today })).accounts
      const ways = ['bank-boleto', 'gateway-boleto', 'gateway-pix', 'bank-pix', 'by-hand'] as const
      const received = ways.reduce((sum, way) => sum + (came[way]?.value ?? 0), 0)
      return {
        order: order.status === 2 ? 'paid' : 'unpaid',
        stays: received - went.first - went.second,
        out: Object.fromEntries(Object.entries(went).filter(([, amount]) => amount > 0)),
        waits: (await countOpenPayments()) + (await countWaitingEvents()) > 0,
        refundMails: (await db.selectFrom('outbox').select('id').where('job', '=', 'mail-refund').execute())
          .length,
      }
    },
  }
}

export function testMoney(source: MoneySource): void {
  describe(`money by ${source.name}`, () => {
    let shop: Shop
    beforeEach(async () => {
      shop = await openBooks(source)
    })
    test.each(moneyCases.filter(({ impossible = {} }) => !(source.name in impossible)))(
      'the books agree with the provider after $event, $before',
      async ({ steps, after }) => {
        await steps(shop)
        expect(await shop.books()).toEqual({ refundMails: 0, ...after(shop.value, source) })
      },
    )
  })
}
