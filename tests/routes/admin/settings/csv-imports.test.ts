import { beforeEach, expect, test } from 'vitest'
import { csvKinds, csvPortionLines } from '#app/domain/backoffice/import-kind.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { applyCsvJob, checkCsvJob } from '#app/jobs/backoffice/csv-import.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as linesAction } from '#app/routes/admin/settings/imports/csv/lines.tsx'
import { action as uploadAction } from '#app/routes/admin/settings/imports/csv/upload.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const importsPath = '/admin/settings/imports'

let admin: Visitor
beforeEach(async () => {
  admin = await openNewAdmin()
})

async function openNewAdmin(): Promise<Visitor> {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  return loginAs({ userId })
}

function uploadCsv(kind: string, content: string | Uint8Array, name = 'arquivo.csv') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return admin.postFiles(uploadAction, `${importsPath}/csv/${kind}`, {}, { file: { name, bytes } }, { kind })
}

async function uploadCsvForId(kind: string, content: string): Promise<number> {
  const { location } = await uploadCsv(kind, content)
  return Number(location?.split('/').at(-2))
}

const postIntent = (id: number, intent: string) =>
  admin.post(linesAction, `${importsPath}/${id}/lines`, { intent }, { id: String(id) })
const fetchLines = (id: number, query = '') => fetchPage(admin, `${importsPath}/${id}/lines${query}`)

test.each(csvKinds)('the template of %s imports without errors', async (kind) => {
  const page = await fetchPage(admin, `${importsPath}/csv/${kind}`)
  expect(page.html).toContain(`href="${importsPath}/csv/${kind}/template"`)
  const template = await fetchPage(admin, `${importsPath}/csv/${kind}/template`)
  expect(template.headers.get('Content-Disposition')).toBe(`attachment; filename="modelo-${kind}.csv"`)
  // The administrator has the CPF of the template's first client.
  await db.updateTable('profiles').set({ cpf: null }).execute()
  const { location } = await uploadCsv(kind, template.bytes)
  expect((await fetchPage(admin, location ?? '')).text).toContain(
    'Novas: 2. Mudam: 0. Com erro, ficam de fora: 0.',
  )
})

test('shows and exports the outcome of each line, and the button Gravar writes the valid lines once', async () => {
  const publicationId = await makePublication()
  const unknownId = publicationId + 1
  const id = await uploadCsvForId('publications', `ID;Compra\n${publicationId};99,00\n${unknownId};1,00\n`)
  const { text, html } = await fetchLines(id)
  expect(text).toContain('Nada foi gravado ainda. Só você vê este arquivo')
  expect(text).toContain(`linha 2 #${publicationId} Muda Preço de compra: 80,00 → 99,00`)
  expect(text).toContain('linha 3 - Erro - Número: Não há publicação com este número')
  expect(html).toContain(`href="/admin/publication/${publicationId}"`)
  expect((await fetchLines(id, '?state=problems')).text).not.toContain('linha 2')
  const file = await fetchPage(admin, `${importsPath}/${id}/csv`)
  expect(file.html.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Linha;Registro;O que acontece;O que muda;Motivo',
    `linha 2;#${publicationId};Muda;Preço de compra: 80,00 → 99,00;`,
    'linha 3;;Erro;;Número: Não há publicação com este número',
  ])
  expect((await postIntent(id, 'write')).location).toBe(`${importsPath}/${id}/lines`)
  const pageAfter = await fetchLines(id)
  expect(pageAfter.text).toContain('Criadas: 0. Alteradas: 1. Iguais: 0. Com erro: 1.')
  expect(pageAfter.text).toContain('Alterada Preço de compra: 80,00 → 99,00')
  await postIntent(id, 'write')
  expect((await fetchPage(admin, '/admin/settings/imports')).text).toContain(
    'arquivo.csv Publicações Concluída',
  )
})

test('shows the name and price of a new record before it is written', async () => {
  const template = await fetchPage(admin, `${importsPath}/csv/publications/template`)
  const { location } = await uploadCsv('publications', template.bytes)
  const { text } = await fetchPage(admin, location ?? '')
  expect(text).toMatch(/Nova Nome: Manual de Voo \(exemplo\); Versão: Rev\. 1; Preço de compra: [\d.,]+/)
})

test('shows the effect of a new revision on subscriptions before it is written', async () => {
  const due = addDays(toCivilDate(new Date()), 30)
  const status = subscriptionStatus.active
  const { publicationId } = await makeSubscriptions([
    { status, due },
    { status, due },
  ])
  const id = await uploadCsvForId('publications', `Número;Versão\n${publicationId};Rev. 2\n`)
  const notice = '2 assinaturas impressas voltam a Aguardando envio'
  const { text } = await fetchLines(id)
  expect(text).toContain(`Muda ${notice}`)
  const file = await fetchPage(admin, `${importsPath}/${id}/csv`)
  expect(file.html).toContain(`;Muda. ${notice};Versão: Rev. 1 → Rev. 2;`)
  expect(text).toContain(`${notice}, pela versão nova.`)
  await postIntent(id, 'write')
  expect((await fetchLines(id)).text).not.toContain(notice)
})

test('another administrator can neither see nor apply an import', async () => {
  const id = await uploadCsvForId('freight', 'Serviço;Região;Até;Valor;Prazo\nPAC;SE;1;24,90;6\n')
  const otherAdmin = await openNewAdmin()
  expect((await fetchPage(otherAdmin, `${importsPath}/${id}/lines`)).status).toBe(404)
  expect((await fetchPage(otherAdmin, `${importsPath}/${id}/csv`)).status).toBe(404)
  expect((await fetchPage(otherAdmin, `${importsPath}/${id}`)).status).toBe(404)
  const foreignAnswer = await otherAdmin.post(
    linesAction,
    `${importsPath}/${id}/lines`,
    { intent: 'write' },
    { id: String(id) },
  )
  expect(foreignAnswer.status).toBe(404)
  expect(await db.selectFrom('shipping_rates').select('id').execute()).toEqual([])
})

test('deletes a discarded import', async () => {
  const id = await uploadCsvForId('freight', 'Serviço;Região;Até;Valor;Prazo\nPAC;SE;1;24,90;6\n')
  expect((await postIntent(id, 'discard')).location).toBe(`${importsPath}/csv/freight`)
  expect((await fetchLines(id)).status).toBe(404)
})

test('an interrupted check can be discarded with its rows', async () => {
  const id = await uploadCsvForId('clients', 'E-mail;Parceria\nninguem@example.com;sim\n')
  await db.updateTable('imports').set({ state: 'reading' }).where('id', '=', id).execute()
  expect((await fetchLines(id)).html).toContain('value="discard"')
  await postIntent(id, 'discard')
  expect(await db.selectFrom('import_records').select('id').execute()).toEqual([])
})

test('the worker checks and writes a long file once despite repeats, and the page shows progress', async () => {
  const lines = Array.from(
    { length: csvPortionLines + 1 },
    (_, index) => `${index + 1};M ${index};E;A;01/01/2026;1;1`,
  )
  const headLine = 'Código;Nome;Aplicabilidade;Versão;Data da versão;Preço de compra;Peso'
  const id = await uploadCsvForId('publications', [headLine, ...lines].join('\n'))
  const pageWhileReading = await fetchLines(id)
  expect(pageWhileReading.text).toContain(`${lines.length} linhas a conferir`)
  expect(pageWhileReading.html).toContain('http-equiv="refresh"')
  await checkCsvJob.run(String(id), { id: 1 })
  for (const _attempt of [1, 2]) await postIntent(id, 'write')
  expect((await fetchLines(id)).text).toContain(`0 de ${lines.length} linhas gravadas`)
  expect(await db.selectFrom('publications').select('id').execute()).toEqual([])
  await applyCsvJob.run(String(id), { id: 1 })
  expect((await fetchLines(id)).text).toContain(`Criadas: ${lines.length}.`)
  await applyCsvJob.run(String(id), { id: 1 })
  expect(await db.selectFrom('publications').select('id').execute()).toHaveLength(lines.length)
  const jobs = await db.selectFrom('outbox').select(['job', 'subject']).orderBy('id').execute()
  expect(jobs).toEqual([
    { job: 'check-csv', subject: String(id) },
    { job: 'apply-csv', subject: String(id) },
  ])
})

test.each([
  ['no', '', 'Escolha um arquivo CSV'],
  ['a PDF', '%PDF', 'A primeira linha tem de ser o cabeçalho'],
])('a form with %s file has an error at the field of the file', async (_name, content, message) => {
  const { status, data } = await uploadCsv('clients', content, content && 'x.pdf')
  expect(status).toBe(400)
  expect(JSON.stringify(data)).toContain(message)
})

test('three lists offer administrators the import of their records', async () => {
  const listPages = ['/admin/publications', '/admin/users', '/admin/settings/freight'].map((path) =>
    fetchPage(admin, path),
  )
  expect((await Promise.all(listPages)).map(({ html }) => /imports\/csv\/(\w+)/.exec(html)?.[1])).toEqual([
    'publications',
    'clients',
    'freight',
  ])
})
