import { expect, test } from 'vitest'
import { historyFacts } from '#app/text/history-fact-words.ts'

test('what the history noted is read in Portuguese: fields, states, days and who it was by', () => {
  const expired = { entity: 'subscription', changes: [], facts: [{ name: 'from', value: '5' }] }
  expect(historyFacts(expired).facts).toEqual([{ name: 'Antes', value: 'Ativa' }])
  const paid = [
    { name: 'source', value: 'staff' },
    { name: 'from', value: '1' },
    { name: 'on', value: '2026-11-20' },
  ]
  expect(historyFacts({ entity: 'order', changes: [], facts: paid }).facts).toEqual([
    { name: 'Por', value: 'equipe' },
    { name: 'Antes', value: 'Pagamento pendente' },
    { name: 'Em', value: '20/11/2026' },
  ])
})

test('a changed field has the name it has on its form, and what somebody typed stays as typed', () => {
  const changes = [
    { field: 'name', from: 'staff', to: '2026-11-20' },
    { field: 'is_download', from: 'false', to: 'true' },
  ]
  expect(historyFacts({ entity: 'publication', changes, facts: [] }).changes).toEqual([
    { field: 'Nome', from: 'staff', to: '2026-11-20' },
    { field: 'Download', from: 'não', to: 'sim' },
  ])
})

test('what has no words is shown by its name', () => {
  const row = { entity: 'order', changes: [], facts: [{ name: 'novel', value: 'thing' }] }
  expect(historyFacts(row).facts).toEqual([{ name: 'novel', value: 'thing' }])
})
