import { describe, expect, test } from 'vitest'
import { bankCodes } from '#app/domain/charges/banks/banks.ts'
import { countGraceDays, getLastPaymentDay, getPayableDueDate } from '#app/domain/charges/boleto-state.ts'
import { defaultChargeRules } from '#app/domain/charges/boleto-terms.ts'
import { buildOwnBankBoleto } from '#app/domain/charges/own-bank-boleto.ts'
import { calculateSecondsToPay } from '#app/domain/charges/pix-charge.ts'
import { addDays, toInstant } from '#app/domain/platform/calendar.ts'
import { type BoletoToPay, buildBoletoBlocks, formatBoletoSubject } from '#app/mails/orders/boleto-blocks.ts'
import { formatDue, formatLastDay, formatOverdue } from '#app/text/charges/pay-labels.ts'
import { formatPaymentPlace } from '#app/text/charges/terms-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { bankAgreements } from '#tests/factories/agreements.ts'
import { fiveYears } from '#tests/support/attacks/chance.ts'

function makeBoletoDue(bank: (typeof bankCodes)[number], dueDate: string, acceptanceDays: number | null) {
  // Sicredi's numbers begin with the year (26) and a digit of the payee (2).
  const number = bank === '748' ? 26_200_290 : 290
  return buildOwnBankBoleto(bankAgreements[bank], {
    ...{ reference: 'pedido-7-0-3f9a01', orderId: 7, ordinal: 0, value: 128_90, number, dueDate },
    ...{ documentDate: addDays(dueDate, -3), rules: { ...defaultChargeRules, acceptanceDays } },
  })
}

function describePayment(
  boleto: Pick<BoletoToPay, 'dueDate' | 'payableUntil' | 'terms'>,
  today: string,
): BoletoToPay {
  const { dueDate, payableUntil, terms } = boleto
  const data = { line: '0'.repeat(47), value: 128_90, pix: null, pdf: null, isPendingRegistration: false }
  return { ...data, dueDate, payableUntil, terms, today }
}

function formatMailText(boleto: BoletoToPay): string {
  return JSON.stringify(buildBoletoBlocks(boleto))
}

/** Returns the date after "até"; null if there is none. */
function findNamedDay(text: string, pattern: RegExp): string | null {
  const match = pattern.exec(text)
  return match && `${match[3]}-${match[2]}-${match[1]}`
}

const payableUntilPattern = /pode ser pago até (\d\d)\/(\d\d)\/(\d{4})/
const paymentPlacePattern = /Pagável em qualquer banco até (\d\d)\/(\d\d)\/(\d{4})/

describe('the last day to pay, over five years', { timeout: 60_000 }, () => {
  const cases = bankCodes.flatMap((bank) => [null, 5].map((days) => [bank, days] as const))

  test.each(cases)(
    'bank %s: document, page, mail and Pix show the same day (acceptance: %s)',
    (bank, days) => {
      const faultyDates = fiveYears.filter((dueDate) => {
        const boleto = makeBoletoDue(bank, dueDate, days)
        const lastDay = getLastPaymentDay(boleto)
        const mentionedDay = lastDay === getPayableDueDate(dueDate) ? null : lastDay
        const earlyBoleto = describePayment(boleto, boleto.documentDate)
        const lateBoleto = describePayment(boleto, lastDay)
        const pixEnd = addDays(dueDate, countGraceDays(boleto))
        const namedDays = [
          findNamedDay(formatPaymentPlace(boleto), paymentPlacePattern),
          findNamedDay(formatLastDay(boleto, boleto.documentDate) ?? '', payableUntilPattern),
          findNamedDay(formatMailText(earlyBoleto), payableUntilPattern),
          findNamedDay(formatMailText(lateBoleto), payableUntilPattern),
        ]
        return !(
          namedDays.every((day) => day === mentionedDay) &&
          findNamedDay(formatOverdue(boleto), payableUntilPattern) === lastDay &&
          pixEnd === lastDay
        )
      })
      expect(faultyDates).toEqual([])
    },
  )

  test('is the last day on which a Pix code of the issuer is valid', () => {
    const faultyDates = fiveYears.slice(0, 365).filter((dueDate) => {
      const boleto = makeBoletoDue('341', dueDate, 5)
      const startOfLastDay = toInstant(getLastPaymentDay(boleto), '00:00')
      return calculateSecondsToPay(dueDate, countGraceDays(boleto), startOfLastDay) !== 24 * 60 * 60
    })
    expect(faultyDates).toEqual([])
  })

  test('is not mentioned after it has passed', () => {
    const faultyDates = fiveYears.filter((dueDate) => {
      const boleto = makeBoletoDue('341', dueDate, 5)
      const today = addDays(getLastPaymentDay(boleto), 1)
      return (
        formatLastDay(boleto, today) !== null ||
        formatMailText(describePayment(boleto, today)).includes('pode ser pago')
      )
    })
    expect(faultyDates).toEqual([])
  })

  test('separates mails that call the boleto due from mails that call the boleto overdue', () => {
    const faultyDates = fiveYears.filter((dueDate) => {
      const boleto = makeBoletoDue('341', dueDate, 5)
      const payDay = getPayableDueDate(dueDate)
      const timelyPayment = describePayment(boleto, payDay)
      const missedPayment = describePayment(boleto, addDays(payDay, 1))
      return !(
        formatBoletoSubject(7, timelyPayment).includes(`, vence em ${formatDate(dueDate)}`) &&
        formatMailText(timelyPayment).includes('Pague o boleto de ') &&
        formatMailText(timelyPayment).includes(`"${formatDate(payDay)}"`) &&
        formatBoletoSubject(7, missedPayment).endsWith(`, venceu em ${formatDate(dueDate)}`) &&
        formatMailText(missedPayment).includes(`O boleto venceu em ${formatDate(dueDate)}.`)
      )
    })
    expect(faultyDates).toEqual([])
  })
})

test('the last day to pay is the next banking day for a due date without banks', () => {
  // 5 December 2026 is a Saturday.
  expect(formatDue('2026-12-05', '2026-12-01')).toBe('vence em 05/12/2026, para pagar até 07/12/2026')
  expect(formatDue('2026-12-05', '2026-12-07')).toBe('vence em 05/12/2026, para pagar até 07/12/2026')
  expect(formatDue('2026-12-05', '2026-12-08')).toBe('venceu em 05/12/2026')
  expect(formatDue('2026-12-04', '2026-12-01')).toBe('vence em 04/12/2026')
})
