import { expect, test } from 'vitest'
import {
  countMissing,
  type FirstStep,
  judgeFirstSteps,
  type ShopFacts,
  type StepState,
} from '#app/domain/backoffice/first-steps.ts'

const empty: ShopFacts = {
  hasCompany: false,
  issuer: 'own-bank',
  hasAgreement: false,
  hasGateway: false,
  freightRates: 0,
  hasCarrier: false,
  testMail: 'none',
  isMailDelivered: true,
  publications: { priced: 0, printed: 0 },
  administrators: 1,
}

const whole: ShopFacts = {
  ...empty,
  hasCompany: true,
  hasAgreement: true,
  freightRates: 1,
  testMail: 'sent',
  publications: { priced: 1, printed: 1 },
  administrators: 2,
}

function findState(step: FirstStep, facts: ShopFacts): StepState | undefined {
  return judgeFirstSteps(facts).find((each) => each.step === step)?.state
}

const cases: [FirstStep, Partial<ShopFacts>, StepState][] = [
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
  ['freight', { publications: { priced: 2, printed: 0 } }, 'done'],
  ['freight', { publications: { priced: 2, printed: 1 } }, 'open'],
  ['mail', {}, 'open'],
  ['mail', { testMail: 'queued' }, 'waiting'],
  ['mail', { testMail: 'retried' }, 'failed'],
  ['mail', { testMail: 'refused' }, 'failed'],
  ['mail', { testMail: 'sent' }, 'done'],
  ['mail', { testMail: 'none', isMailDelivered: false }, 'open'],
  ['mail', { testMail: 'sent', isMailDelivered: false }, 'failed'],
  ['publication', {}, 'open'],
  ['publication', { publications: { priced: 1, printed: 0 } }, 'done'],
  ['administrator', { administrators: 0 }, 'open'],
  ['administrator', { administrators: 1 }, 'open'],
  ['administrator', { administrators: 2 }, 'done'],
]

test.each(cases)('the setup step %s with %j is %s', (step, facts, state) => {
  expect(findState(step, { ...empty, ...facts })).toBe(state)
})

test('lists every setup step as missing in an empty shop, and none in a complete shop', () => {
  expect(countMissing(judgeFirstSteps(empty))).toBe(6)
  expect(countMissing(judgeFirstSteps(whole))).toBe(0)
  expect(countMissing(judgeFirstSteps({ ...whole, testMail: 'queued' }))).toBe(1)
})
