import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
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

const importsPath = '/admin/settings/imports'

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
  const readRecords = [11, 12, 13].map((legacyId) => ({
    legacyId,
    place: `linha ${legacyId}`,
    body: { id: legacyId },
  }))
  await stageRecords({ importId: id, pass }, 'orders', readRecords)
  const stagedRecords = await listStagedRecords({ importId: id, kind: 'orders', states: ['read'] }, 0, 10)
  const states = ['ready', 'refused', 'known'] as const
  await recordValidations(
    stagedRecords.map(({ id: recordId }, index) => ({
      id: recordId,
      state: states[index] ?? 'ready',
      status: orderStatus.confirmed,
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

test('names the import command when there is no import', async () => {
  const { text } = await fetchPage(admin, importsPath)
  expect(text).toContain('Nada foi importado. O comando npm run import lê o sistema anterior')
})

test('a dry run shows counts and the reason for each omitted record', async () => {
  const id = await makeImport()
  expect((await fetchPage(admin, importsPath)).html).toContain(`${importsPath}/${id}`)
  const { text } = await fetchPage(admin, `${importsPath}/${id}`)
  expect(text).toContain('Importação de http://antigo.example')
  // Counts by state: ready, applied, known, refused, read.
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
  // An unknown state shows the problems, as without a filter.
  ['nonsense', ['linha 12']],
])('filters the records by state: %s', async (state, shownPlaces) => {
  const { text } = await fetchPage(admin, `${importsPath}/${await makeImport()}?state=${state}`)
  expect(text.match(/linha \d+/g) ?? []).toEqual(shownPlaces)
})

test('the file has every record with its outcome', async () => {
  const id = await makeImport()
  const file = await fetchPage(admin, `${importsPath}/${id}/csv`)
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
])('a finished import shows whether %o matches the source', async (inShop, sentence, answer) => {
  const id = await makeImport()
  await setImportState(id, 'done', [
    { kind: 'orders', status: orderStatus.confirmed, source: { count: 2, sum: 200_00 }, here: inShop },
  ])
  const { text } = await fetchPage(admin, `${importsPath}/${id}`)
  expect(text).toContain(sentence)
  expect(text).toMatch(new RegExp(`Pedidos .*R\\$ 200,00.* ${answer}`))
})

test('returns 404 for an unknown import', async () => {
  expect((await fetchPage(admin, `${importsPath}/999`)).status).toBe(404)
})
