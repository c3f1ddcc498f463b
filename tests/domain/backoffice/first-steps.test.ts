import { expect, test } from 'vitest'
import {
  countMissing,
  evaluateFirstSteps,
  type FirstStep,
  type ShopSetup,
  type StepState,
} from '#app/domain/backoffice/first-steps.ts'

const emptyShop: ShopSetup = {
  hasCompany: false,
  issuer: 'own-bank',
  hasAgreement: false,
  hasGateway: false,
  freightRates: 0,
  hasCarrier: false,
  testMail: 'none',
  isMailDelivered: true,
  publications: { pricedCount: 0, printedCount: 0 },
  administratorCount: 1,
}

const completeShop: ShopSetup = {
  ...emptyShop,
  hasCompany: true,
  hasAgreement: true,
  freightRates: 1,
  testMail: 'sent',
  publications: { pricedCount: 1, printedCount: 1 },
  administratorCount: 2,
}

function findState(step: FirstStep, data: ShopSetup): StepState | undefined {
  return evaluateFirstSteps(data).find((each) => each.step === step)?.state
}

const cases: [FirstStep, Partial<ShopSetup>, StepState][] = [
  ['company', {}, 'open'],
  ['company', { hasCompany: true }, 'done'],
  ['boletos', {}, 'open'],
  ['boletos', { hasAgreement: true }, 'done'],
  ['boletos', { hasGateway: true }, 'open'],
  ['boletos', { issuer: 'asaas', hasAgreement: true }, 'open'],
  ['boletos', { issuer: 'asaas', hasGateway: true }, 'done'],
  ['freight', {}, 'open'],
  ['freight', { freightRates: 1 }, 'done'],
  ['freight', { hasCarrier: true }, 'done'],
  ['freight', { publications: { pricedCount: 2, printedCount: 0 } }, 'done'],
  ['freight', { publications: { pricedCount: 2, printedCount: 1 } }, 'open'],
  ['mail', {}, 'open'],
  ['mail', { testMail: 'queued' }, 'waiting'],
  ['mail', { testMail: 'retried' }, 'failed'],
  ['mail', { testMail: 'refused' }, 'failed'],
  ['mail', { testMail: 'sent' }, 'done'],
  ['mail', { testMail: 'none', isMailDelivered: false }, 'open'],
  ['mail', { testMail: 'sent', isMailDelivered: false }, 'failed'],
  ['publication', {}, 'open'],
  ['publication', { publications: { pricedCount: 1, printedCount: 0 } }, 'done'],
  ['administrator', { administratorCount: 0 }, 'open'],
  ['administrator', { administratorCount: 1 }, 'open'],
  ['administrator', { administratorCount: 2 }, 'done'],
]

test.each(cases)('the setup step %s with %j is %s', (step, data, state) => {
  expect(findState(step, { ...emptyShop, ...data })).toBe(state)
})

test('counts six missing steps in an empty shop, one while the test mail waits, and none in a complete shop', () => {
  expect(countMissing(evaluateFirstSteps(emptyShop))).toBe(6)
  expect(countMissing(evaluateFirstSteps(completeShop))).toBe(0)
  expect(countMissing(evaluateFirstSteps({ ...completeShop, testMail: 'queued' }))).toBe(1)
})
