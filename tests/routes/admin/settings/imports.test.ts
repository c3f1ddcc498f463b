import { beforeEach, expect, test } from 'vitest'
import { createImport, setImportState } from '#app/models/backoffice/import/imports.server.ts'
import {
  listStagedRecords,
  recordValidations,
  stageRecords,
  startPass,
} from '#app/models/backoffice/import/staging.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const base = '/admin/settings/imports'

let admin: Visitor
beforeEach(async () => {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  admin = await loginAs({ userId })
})

/** Creates an import of three orders: a valid one, an invalid one and an existing one. */
async function makeImport(): Promise<number> {
  const id = await createImport('http://antigo.example')
  const pass = await startPass(id)
  const read = [11, 12, 13].map((legacyId) => ({
    legacyId,
    place: `linha ${legacyId}`,
    body: { id: legacyId },
  }))
  await stageRecords({ importId: id, pass }, 'orders', read)
  const rows = await listStagedRecords({ importId: id, kind: 'orders', states: ['read'] }, 0, 10)
  const states = ['ready', 'refused', 'known'] as const
  await recordValidations(
    rows.map(({ id: recordId }, index) => ({
      id: recordId,
      state: states[index] ?? 'ready',
      status: 2,
      amount: 100_00,
      keyText: null,
      problems:
        index === 1
          ? { profile: ['O perfil nº 7 não vem'], 'publications.0.value': ['Valor; errado'] }
          : null,
    })),
  )
  await setImportState(id, 'checked')
  return id
}

test('explains how to import when there is no import', async () => {
  const { text } = await fetchPage(admin, base)
  expect(text).toContain('Nada foi importado. O comando npm run import lê o sistema anterior')
})

test('a dry run shows counts and the reason for each omitted record', async () => {
  const id = await makeImport()
  expect((await fetchPage(admin, base)).html).toContain(`${base}/${id}`)
  const { text } = await fetchPage(admin, `${base}/${id}`)
  expect(text).toContain('Importação de http://antigo.example')
  expect(text).toContain('Pedidos 1 0 1 1 0')
  expect(text).toContain(
    'Pedido 12 linha 12 Não vem profile: O perfil nº 7 não vem. publications.0.value: Valor; errado',
  )
  expect(text).not.toContain('linha 11')
  expect(text).not.toContain('Totais na origem')
})

test.each([
  ['all', ['linha 11', 'linha 12', 'linha 13']],
  ['ready', ['linha 11']],
  ['known', ['linha 13']],
  ['applied', []],
  ['nonsense', ['linha 12']],
])('filters the records by state: %s', async (state, places) => {
  const { text } = await fetchPage(admin, `${base}/${await makeImport()}?state=${state}`)
  expect(text.match(/linha \d+/g) ?? []).toEqual(places)
})

test('the file has every record with its outcome', async () => {
  const id = await makeImport()
  const file = await fetchPage(admin, `${base}/${id}/csv`)
  expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="importacao-${id}.csv"`)
  expect(file.html.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Registro;Nº na origem;Lugar;Situação;Motivo',
    'Pedido;11;linha 11;Vem;',
    'Pedido;12;linha 12;Não vem;"profile: O perfil nº 7 não vem. publications.0.value: Valor; errado"',
    'Pedido;13;linha 13;Já está aqui;',
  ])
})

test.each([
  [{ count: 2, sum: 200_00 }, 'A origem e a loja têm os mesmos totais.', 'Sim'],
  [{ count: 1, sum: 100_00 }, 'A origem e a loja não têm os mesmos totais.', 'Não'],
])('a finished import shows whether %o matches the source', async (here, sentence, answer) => {
  const id = await makeImport()
  await setImportState(id, 'done', [{ kind: 'orders', status: 2, source: { count: 2, sum: 200_00 }, here }])
  const { text } = await fetchPage(admin, `${base}/${id}`)
  expect(text).toContain(sentence)
  expect(text).toMatch(new RegExp(`Pedidos .*R\\$ 200,00.* ${answer}`))
})

test('returns 404 for an unknown import', async () => {
  expect((await fetchPage(admin, `${base}/999`)).status).toBe(404)
})
