import { beforeEach, describe, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { MoneySource, SourceName } from './money-source.ts'

type Books = Awaited<ReturnType<typeof openBooks>>

type ExpectedBooks = {
  order: 'paid' | 'unpaid'
  /** centavos that the shop keeps */
  balance: number
  /** centavos refunded, by the closing of each day */
  refunded: Partial<Record<'first' | 'second', number>>
  waitsForStaff: boolean
  /** mails to the buyer about a refund; default 0 */
  refundMails?: number
}

type MoneyCase = {
  event: string
  /** the situation in which the event happens; the title reads "event after before" */
  before: string
  steps(shop: Books): Promise<void>
  after(paidCents: number, source: MoneySource): ExpectedBooks
  /** sources with which the case is impossible, and why */
  impossibleFor?: Partial<Record<SourceName, string>>
}

const PARTIAL_REFUND_CENTS = 2_00
const staffImpossible = { staff: 'money recorded by staff has no provider that reports more' }
const fileImpossible = { ...staffImpossible, 'bank-file': 'a return file reports only full chargebacks' }
const lateReportImpossible = {
  ...staffImpossible,
  'bank-file': 'a return file reports a payment before its refund',
}
/** The gateway reports a partial return as a refund, which is mailed. For a Pix, staff first decide what it was. */
const countPartialRefundMails = (name: SourceName) => (name === 'gateway' ? 1 : 0)
const reconcileImpossible = {
  ...staffImpossible,
  'bank-file': 'return files are not queried: the next one reports the refund',
}
const correctionImpossible = {
  ...staffImpossible,
  pix: 'the value of a Pix never changes',
  'bank-file': 'a record with another value is another payment',
}

/** Returns the books while a payment waits for staff. The source `staff` reports no payment. */
const expectWaitingMoney = (value: number, { name }: MoneySource): ExpectedBooks => ({
  order: 'unpaid',
  balance: name === 'staff' ? 0 : value,
  refunded: {},
  waitsForStaff: name !== 'staff',
})

/** Each case states the books after an event. A new source needs a driver, a new event a case. */
export const moneyCases: readonly MoneyCase[] = [
  {
    event: 'a full refund',
    before: 'a counted payment',
    async steps({ source, value, days }) {
      await source.report()
      source.refund(value, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: 0, refunded: { second: value }, waitsForStaff: true }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a chargeback',
    before: 'a counted payment',
    async steps({ source, days }) {
      await source.report()
      source.chargeBack(days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: 0, refunded: { second: value }, waitsForStaff: true }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'a chargeback of the rest',
    before: 'a partial refund on an earlier day',
    async steps({ source, days }) {
      await source.report()
      source.refund(PARTIAL_REFUND_CENTS, days.first)
      await source.report()
      source.chargeBack(days.second)
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: 0,
      refunded: { first: PARTIAL_REFUND_CENTS, second: value - PARTIAL_REFUND_CENTS },
      waitsForStaff: true,
      refundMails: countPartialRefundMails(name),
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'two partial refunds reported at once',
    before: 'a counted payment',
    async steps({ source, value, days }) {
      await source.report()
      source.refund(PARTIAL_REFUND_CENTS, days.first)
      source.refund(value - PARTIAL_REFUND_CENTS, days.second)
      await source.report()
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: 0,
      refunded: { first: PARTIAL_REFUND_CENTS, second: value - PARTIAL_REFUND_CENTS },
      waitsForStaff: true,
      refundMails: countPartialRefundMails(name),
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a full refund',
    before: 'an unreported payment',
    async steps({ source, value, days }) {
      source.refund(value, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'unpaid', balance: 0, refunded: { second: value }, waitsForStaff: true }),
    impossibleFor: lateReportImpossible,
  },
  {
    event: 'a refund of all but a centavo',
    before: 'an unreported payment',
    async steps({ source, value, days }) {
      source.refund(value - 1, days.second)
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'unpaid',
      balance: 1,
      refunded: { second: value - 1 },
      waitsForStaff: true,
      refundMails: countPartialRefundMails(name),
    }),
    impossibleFor: lateReportImpossible,
  },
  {
    event: 'a full refund without a webhook call',
    before: 'a counted payment',
    async steps({ source, value, days }) {
      await source.report()
      source.refund(value, days.second)
      await source.reconcile?.()
    },
    after: (value) => ({ order: 'paid', balance: 0, refunded: { second: value }, waitsForStaff: true }),
    impossibleFor: reconcileImpossible,
  },
  {
    event: 'a partial refund without a webhook call',
    before: 'a counted payment',
    async steps({ source, days }) {
      await source.report()
      source.refund(PARTIAL_REFUND_CENTS, days.first)
      await source.reconcile?.()
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: value - PARTIAL_REFUND_CENTS,
      refunded: { first: PARTIAL_REFUND_CENTS },
      // The gateway reports a refund; for a Pix, staff decide which kind it is.
      waitsForStaff: name === 'pix',
      refundMails: countPartialRefundMails(name),
    }),
    impossibleFor: reconcileImpossible,
  },
  {
    event: 'a partial refund recorded by staff',
    before: 'its report by the provider',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.refund(PARTIAL_REFUND_CENTS, days.first)
      await source.report()
      expect(await recordRefund(PARTIAL_REFUND_CENTS, days.second)).toBe('recorded')
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: value - PARTIAL_REFUND_CENTS,
      refunded: { first: PARTIAL_REFUND_CENTS },
      waitsForStaff: false,
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a full refund recorded by staff',
    before: 'its report by the provider',
    async steps({ source, value, days, recordRefund }) {
      await source.report()
      source.refund(value, days.first)
      await source.report()
      expect(await recordRefund(value, days.second)).toBe('recorded')
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: 0,
      refunded: { first: value },
      waitsForStaff: false,
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'the report of a partial refund',
    before: 'its record by staff',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PARTIAL_REFUND_CENTS, days.first)).toBe('recorded')
      source.refund(PARTIAL_REFUND_CENTS, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: value - PARTIAL_REFUND_CENTS,
      refunded: { first: PARTIAL_REFUND_CENTS },
      waitsForStaff: false,
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a chargeback',
    before: 'a full refund recorded by staff',
    async steps({ source, value, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(value, days.first)).toBe('recorded')
      source.chargeBack(days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: 0,
      refunded: { first: value },
      waitsForStaff: false,
      refundMails: 1,
    }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'the confirmation of staff',
    before: 'a chargeback',
    async steps({ source, days, resolveReversal }) {
      await source.report()
      source.chargeBack(days.second)
      await source.report()
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: 0, refunded: { second: value }, waitsForStaff: false }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'the confirmation of staff',
    before: 'a full refund',
    async steps({ source, value, days, resolveReversal }) {
      await source.report()
      source.refund(value, days.second)
      await source.report()
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('resolved')
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('already')
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: 0,
      refunded: { second: value },
      waitsForStaff: false,
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a full refund recorded by staff',
    before: 'their confirmation of its report',
    async steps({ source, value, days, resolveReversal, recordRefund }) {
      await source.report()
      source.refund(value, days.first)
      await source.report()
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('resolved')
      expect(await recordRefund(value, days.second)).toBe('recorded')
    },
    after: (value) => ({
      order: 'paid',
      balance: 0,
      refunded: { first: value },
      waitsForStaff: false,
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'the dismissal by staff',
    before: 'a chargeback',
    async steps({ source, days, resolveReversal }) {
      await source.report()
      source.chargeBack(days.second)
      await source.report()
      expect(await resolveReversal({ resolution: 'dismissed', note: 'Ficou na conta' })).toBe('resolved')
    },
    after: (value) => ({ order: 'paid', balance: value, refunded: {}, waitsForStaff: false }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'the confirmation of staff',
    before: 'their dismissal of a chargeback',
    async steps({ source, days, resolveReversal }) {
      await source.report()
      source.chargeBack(days.second)
      await source.report()
      await resolveReversal({ resolution: 'dismissed', note: 'Ficou na conta' })
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('resolved')
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('already')
    },
    after: (value) => ({ order: 'paid', balance: 0, refunded: { second: value }, waitsForStaff: false }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'another report of a chargeback',
    before: 'its dismissal by staff',
    async steps({ source, days, resolveReversal }) {
      await source.report()
      source.chargeBack(days.second)
      await source.report()
      await resolveReversal({ resolution: 'dismissed', note: 'Ficou na conta' })
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: value, refunded: {}, waitsForStaff: true }),
    impossibleFor: {
      ...staffImpossible,
      pix: 'a return has an id: a second report is the same return',
      'bank-file': 'a repeated record is the same',
    },
  },
  {
    event: 'a second chargeback',
    before: 'the dismissal of the first',
    async steps({ source, days, resolveReversal }) {
      await source.report()
      source.chargeBack(days.first)
      await source.report()
      await resolveReversal({ resolution: 'dismissed', note: 'Ficou na conta' })
      source.chargeBack(days.second)
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: 0, refunded: { second: value }, waitsForStaff: true }),
    impossibleFor: {
      ...staffImpossible,
      gateway: 'a charge has one chargeback: the next event is inconsistent',
      pix: 'nothing is left to return',
    },
  },
  {
    event: 'a report of another value',
    before: 'a counted payment',
    async steps({ source, value }) {
      await source.report()
      source.restate?.(value + 3_00)
      await source.report()
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: value, refunded: {}, waitsForStaff: true }),
    impossibleFor: correctionImpossible,
  },
  {
    event: 'a correction of the value by staff',
    before: 'a report of another value',
    async steps({ source, value, decideValue }) {
      await source.report()
      source.restate?.(value + 3_00)
      await source.report()
      expect(await decideValue(value + 3_00, null)).toBe('resolved')
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: value + 3_00, refunded: {}, waitsForStaff: false }),
    impossibleFor: correctionImpossible,
  },
  {
    event: 'the confirmation of the first value by staff',
    before: 'a report of another value',
    async steps({ source, value, decideValue }) {
      await source.report()
      source.restate?.(value + 3_00)
      await source.report()
      expect(await decideValue(value + 3_00, 'O extrato tem o valor do pedido')).toBe('resolved')
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: value, refunded: {}, waitsForStaff: false }),
    impossibleFor: correctionImpossible,
  },
  {
    event: 'a report of the value due',
    before: 'a report of another value',
    async steps({ source, value }) {
      source.restate?.(value - 1_00)
      await source.report()
      source.restate?.(value)
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: value, refunded: {}, waitsForStaff: false }),
    impossibleFor: correctionImpossible,
  },
  {
    event: 'a partial refund recorded by staff',
    before: 'a counted payment',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PARTIAL_REFUND_CENTS, days.first)).toBe('recorded')
    },
    after: (value) => ({
      order: 'paid',
      balance: value - PARTIAL_REFUND_CENTS,
      refunded: { first: PARTIAL_REFUND_CENTS },
      waitsForStaff: false,
      refundMails: 1,
    }),
  },
  {
    event: 'a refund of the sum recorded by staff',
    before: 'the reports of its two parts',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.refund(12_00, days.first)
      source.refund(8_00, days.second)
      await source.report()
      expect(await recordRefund(20_00, days.second)).toBe('already-reported')
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: value - 20_00,
      refunded: { first: 12_00, second: 8_00 },
      waitsForStaff: name === 'pix',
      refundMails: 2 * countPartialRefundMails(name),
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a refund that staff mark as another',
    before: 'the report of a partial refund',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.refund(PARTIAL_REFUND_CENTS, days.first)
      await source.report()
      expect(await recordRefund(3_00, days.second)).toBe('already-reported')
      expect(await recordRefund(3_00, days.second, { isOther: true })).toBe('recorded')
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: value - PARTIAL_REFUND_CENTS - 3_00,
      refunded: { first: PARTIAL_REFUND_CENTS, second: 3_00 },
      waitsForStaff: name === 'pix',
      refundMails: 1 + countPartialRefundMails(name),
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'the reports of two parts, one after the other',
    before: 'a refund of their sum recorded by staff',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.refund(30_00, days.first)
      await source.report()
      source.refund(20_00, days.second)
      await source.report()
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: value - 50_00,
      refunded: { first: 50_00 },
      // Only the first part waits, as an event.
      waitsForStaff: name === 'gateway',
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'the report of a partial refund',
    before: 'a larger refund recorded by staff',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.refund(30_00, days.second)
      await source.report()
    },
    // A return of a Pix counts as money taken back until staff decide what it was.
    after: (value, { name }) => ({
      order: 'paid',
      balance: name === 'pix' ? value - 80_00 : value - 50_00,
      refunded: name === 'pix' ? { first: 50_00, second: 30_00 } : { first: 50_00 },
      waitsForStaff: true,
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'the assignment of each reported part to its refund',
    before: 'a refund of the sum recorded by staff',
    async steps({ source, days, recordRefund, resolveReversal }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.refund(30_00, days.second)
      await source.report()
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('part-or-other')
      expect(await resolveReversal({ resolution: 'upheld', refund: 'part' })).toBe('resolved')
      await source.report()
      source.refund(20_00, days.second)
      await source.report()
      source.refund(20_00, days.second)
      await source.report()
    },
    // The first part completes the refund once, so the third part is another refund.
    after: (value) => ({
      order: 'paid',
      balance: value - 70_00,
      refunded: { first: 50_00, second: 20_00 },
      waitsForStaff: true,
      refundMails: 1,
    }),
    impossibleFor: { ...fileImpossible, gateway: 'the part waits as an event' },
  },
  {
    event: 'the decision that a reported part is another refund',
    before: 'a larger refund recorded by staff',
    async steps({ source, days, recordRefund, resolveReversal }) {
      await source.report()
      expect(await recordRefund(50_00, days.first)).toBe('recorded')
      source.refund(30_00, days.second)
      await source.report()
      expect(await resolveReversal({ resolution: 'upheld', refund: 'other' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: value - 80_00,
      refunded: { first: 50_00, second: 30_00 },
      waitsForStaff: false,
      refundMails: 2,
    }),
    impossibleFor: { ...fileImpossible, gateway: 'the part waits as an event' },
  },
  {
    event: 'the report of a second part',
    before: 'a refund that staff marked as different from the first part',
    async steps({ source, days, recordRefund }) {
      await source.report()
      source.refund(10_00, days.first)
      await source.report()
      expect(await recordRefund(25_00, days.first, { isOther: true })).toBe('recorded')
      source.refund(15_00, days.second)
      await source.report()
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: name === 'pix' ? value - 50_00 : value - 35_00,
      refunded: name === 'pix' ? { first: 35_00, second: 15_00 } : { first: 35_00 },
      waitsForStaff: true,
      refundMails: 1 + countPartialRefundMails(name),
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a chargeback',
    before: 'two refunds recorded by staff',
    async steps({ source, value, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PARTIAL_REFUND_CENTS, days.first)).toBe('recorded')
      expect(await recordRefund(value - PARTIAL_REFUND_CENTS, days.first)).toBe('recorded')
      source.chargeBack(days.second)
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: -value,
      refunded: { first: value, second: value },
      waitsForStaff: true,
      refundMails: 2,
    }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'a chargeback',
    before: 'a partial refund recorded by staff',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(PARTIAL_REFUND_CENTS, days.first)).toBe('recorded')
      source.chargeBack(days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: -PARTIAL_REFUND_CENTS,
      refunded: { first: PARTIAL_REFUND_CENTS, second: value },
      waitsForStaff: true,
      refundMails: 1,
    }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'the confirmation of a dismissed chargeback',
    before: 'two refunds recorded by staff',
    async steps({ source, value, days, recordRefund, resolveReversal }) {
      await source.report()
      expect(await recordRefund(PARTIAL_REFUND_CENTS, days.first)).toBe('recorded')
      expect(await recordRefund(value - PARTIAL_REFUND_CENTS, days.first)).toBe('recorded')
      source.chargeBack(days.second)
      await source.report()
      expect(await resolveReversal({ resolution: 'dismissed', note: 'Ficou na conta' })).toBe('resolved')
      expect(await resolveReversal({ resolution: 'upheld' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: -value,
      refunded: { first: value, second: value },
      waitsForStaff: false,
      refundMails: 2,
    }),
    impossibleFor: staffImpossible,
  },
  {
    event: 'the confirmation of a dismissed refund',
    before: 'its record by staff',
    async steps({ source, value, days, recordRefund, resolveReversal }) {
      await source.report()
      source.refund(value, days.second)
      await source.report()
      await resolveReversal({ resolution: 'dismissed', note: 'Ficou na conta' })
      expect(await recordRefund(value, days.first)).toBe('recorded')
      const reportsOnlyTotals = source.name === 'gateway'
      expect(await resolveReversal({ resolution: 'upheld' })).toBe(
        reportsOnlyTotals ? 'more-than-came-in' : 'part-or-other',
      )
      if (!reportsOnlyTotals)
        expect(await resolveReversal({ resolution: 'upheld', refund: 'part' })).toBe('resolved')
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: 0,
      refunded: { first: value },
      waitsForStaff: false,
      refundMails: 1,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'the report of two refunds at once, of which one equals a recorded one',
    before: 'two refunds recorded by staff',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(30_00, days.first)).toBe('recorded')
      expect(await recordRefund(10_00, days.first)).toBe('recorded')
      source.refund(20_00, days.second)
      source.refund(10_00, days.second)
      await source.report()
      await source.report()
    },
    // The refund of R$ 20,00 matches no refund that staff recorded.
    after: (value, { name }) => ({
      order: 'paid',
      balance: name === 'pix' ? value - 60_00 : value - 40_00,
      refunded: name === 'pix' ? { first: 40_00, second: 20_00 } : { first: 40_00 },
      waitsForStaff: true,
      refundMails: 2,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'the report of a refund as a sum',
    before: 'the record of its parts by staff',
    async steps({ source, days, recordRefund }) {
      await source.report()
      expect(await recordRefund(30_00, days.first)).toBe('recorded')
      expect(await recordRefund(20_00, days.second)).toBe('recorded')
      source.refund(50_00, days.second)
      await source.report()
      await source.report()
    },
    after: (value) => ({
      order: 'paid',
      balance: value - 50_00,
      refunded: { first: 30_00, second: 20_00 },
      waitsForStaff: false,
      refundMails: 2,
    }),
    impossibleFor: fileImpossible,
  },
  {
    event: 'a payment',
    before: 'the cancellation of its order',
    async steps({ source, order }) {
      await order.cancel()
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: value, refunded: {}, waitsForStaff: false }),
  },
  {
    event: 'a payment',
    before: 'the rejection of its order',
    async steps({ source, order }) {
      await order.reject()
      await source.report()
    },
    after: expectWaitingMoney,
  },
  {
    event: 'a payment',
    before: 'another payment of its order',
    async steps({ source, order }) {
      expect(await order.payOtherwise()).toBe('confirmed')
      await source.report()
    },
    after: (value, { name }) => ({
      order: 'paid',
      balance: name === 'staff' ? value : 2 * value,
      refunded: {},
      waitsForStaff: name !== 'staff',
    }),
  },
  {
    event: 'a payment',
    before: 'the status “paid” set by staff',
    async steps({ source, order }) {
      expect(await order.markAsPaid()).toBe('changed')
      await source.report()
    },
    after: (value) => ({ order: 'paid', balance: value, refunded: {}, waitsForStaff: false }),
  },
  {
    event: 'a payment',
    before: 'the renewal of the unit by another order',
    async steps({ source, order }) {
      await order.renewElsewhere()
      await source.report()
    },
    after: expectWaitingMoney,
  },
  {
    event: 'a payment',
    before: 'the removal of the account',
    async steps({ source, order }) {
      await order.removeAccount()
      await source.report()
    },
    after: expectWaitingMoney,
  },
]

/** Imports the shop late, because a source sets its environment first. */
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
  const { prepareOrder } = await import('./money-order.ts')
  const { orderId, value } = await source.pay()
  const staff = { actorUserId: await makeStaff(), source: 'staff' }
  const today = toCivilDate(new Date())
  const { days } = source
  let tokenCount = 0
  const findPaymentId = async (isReversal: boolean) => {
    const rows = await db.selectFrom('payments').select(['id', 'problem']).orderBy('id').execute()
    return rows.find(({ problem }) => (problem === 'reversed') === isReversal)?.id ?? 0
  }
  async function sumRefundedCents(day: string): Promise<number> {
    const { accounts } = await dayClosing.totals({ start: day, end: day, today })
    return (accounts.refund?.value ?? 0) + (accounts.chargeback?.value ?? 0)
  }
  return {
    source,
    value,
    days,
    order: prepareOrder({ orderId, value, paidOn: days.paid, staff }),
    async recordRefund(amount: number, refundedOn: string, { isOther = false } = {}) {
      tokenCount += 1
      const formFields = { document: 'E123', note: null, token: String(tokenCount).padStart(32, '0') }
      return refunds.recordRefund(
        {
          orderId,
          paymentId: (await findPaymentId(false)) || null,
          value: amount,
          refundedOn,
          isOther,
          ...formFields,
        },
        staff,
      )
    },
    resolveReversal: async (decision: Parameters<typeof resolvePayment>[1]) =>
      resolvePayment(await findPaymentId(true), decision, staff, today),
    decideValue: async (reportedAmount: number, keepReason: string | null) =>
      decideValue(await findPaymentId(false), { reportedAmount, keepReason }, staff),
    async readBooks() {
      const order = await db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      const refundedByDay = {
        first: await sumRefundedCents(days.first),
        second: await sumRefundedCents(days.second),
      }
      const accounts = (await dayClosing.totals({ start: days.paid, end: days.paid, today })).accounts
      const paymentAccounts = ['bank-boleto', 'gateway-boleto', 'gateway-pix', 'bank-pix', 'by-hand'] as const
      let received = 0
      for (const account of paymentAccounts) received += accounts[account]?.value ?? 0
      return {
        order: order.status === orderStatus.confirmed ? 'paid' : 'unpaid',
        balance: received - refundedByDay.first - refundedByDay.second,
        refunded: Object.fromEntries(Object.entries(refundedByDay).filter(([, amount]) => amount > 0)),
        waitsForStaff: (await countOpenPayments()) + (await countWaitingEvents()) > 0,
        refundMails: (await db.selectFrom('outbox').select('id').where('job', '=', 'mail-refund').execute())
          .length,
      }
    },
  }
}

export function testMoney(source: MoneySource): void {
  describe(`money by ${source.name}`, () => {
    let shop: Books
    beforeEach(async () => {
      shop = await openBooks(source)
    })
    test.each(moneyCases.filter(({ impossibleFor = {} }) => !(source.name in impossibleFor)))(
      'the books match the provider: $event after $before',
      async ({ steps, after }) => {
        await steps(shop)
        expect(await shop.readBooks()).toEqual({ refundMails: 0, ...after(shop.value, source) })
      },
    )
  })
}
