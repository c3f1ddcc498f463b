import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expeditionTransitions } from '#app/domain/expedition.ts'
import { orderTransitions } from '#app/domain/order-status.ts'
import { actionName, actionOptions } from '#app/text/history-words.ts'

const models = join(import.meta.dirname, '../../app/models')
const noted = readdirSync(models).flatMap((file) =>
  [...readFileSync(join(models, file), 'utf8').matchAll(/\baction:\s*'([^']+)'/g)].map(
    ([, action]) => action,
  ),
)
const events = [orderTransitions, expeditionTransitions].flatMap((states) =>
  Object.values(states).flatMap((byEvent) => Object.keys(byEvent)),
)
const ofOrders = Object.values(expeditionTransitions).flatMap((byEvent) =>
  Object.keys(byEvent).map((event) => `expedition-${event}`),
)

test('every action the history is given has a name', () => {
  expect(noted.length).toBeGreaterThan(10)
  const actions = [...noted, ...events, ...ofOrders].map(String)
  expect(actions.filter((action) => actionName(action) === action)).toEqual([])
})

test('the actions to filter by are in the order of their names', () => {
  const labels = actionOptions.map(({ label }) => label)
  expect(labels.slice(0, 3)).toEqual(['Alterado', 'Anonimizado depois dos anos fiscais', 'Aprovado'])
  expect(labels).toEqual(labels.toSorted(new Intl.Collator('pt-BR').compare))
})
