import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { markFileReady } from '#app/models/platform/prepared-file.server.ts'
import { formatTooLongForPaper } from '#app/text/reports/report-labels.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { addSubscribers } from '#tests/factories/subscribers.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
let publicationId: number
let reportPath: string
let profileIds: number[]

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
  publicationId = await makePublication({
    name: 'Ação nº 5 – São João',
    date: '2026-02-01',
    is_signature: true,
  })
  reportPath = `/admin/report/publication_clients/${publicationId}`
})

async function addManySubscribers(count: number) {
  await addSubscribers(publicationId, count, '2098-01-01')
  const units = await db.selectFrom('subscriptions').select('profile_id').orderBy('profile_id').execute()
  profileIds = units.map(({ profile_id }) => profile_id)
}

/** Returns the last requested file as its worker receives it. */
async function loadLastFileRequest() {
  const row = await db
    .selectFrom('prepared_files')
    .select(['kind', 'name', 'facts'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { ...row, details: JSON.parse(row.facts) }
}

const listCheckboxes = (html: string) => html.match(/<input[^>]*name="profile"[^>]*>/g) ?? []
const labelFields = { intent: 'simple', sheet: '6181', start: 1 }

test.each(['0', '-1', 'abc', '4000000'])('returns 404 for publication %s', async (unknownId) => {
  const address = `/admin/report/publication_clients/${unknownId}`
  expect((await fetchPage(staff, address)).status).toBe(404)
  expect((await fetchPage(staff, address, labelFields)).status).toBe(404)
})

test('selects all clients at first and none on request, and formats the date', async () => {
  await addManySubscribers(3)
  const page = await fetchPage(staff, reportPath)
  expect(page.text).toContain('Ação nº 5 – São João, Rev. 1, de 01/02/2026. 3 clientes, 3 unidades.')
  expect(listCheckboxes(page.html)).toHaveLength(3)
  expect(listCheckboxes(page.html).every((checkbox) => checkbox.includes('checked'))).toBe(true)
  for (const expectedText of [
    'Etiquetas simples',
    'Etiquetas completas',
    'PDF de assinantes',
    'Imprimir',
    'Selecionar todos',
  ])
    expect.soft(page.text).toContain(expectedText)
  expect(page.text).not.toContain('Todas as páginas')
  const emptyPage = await fetchPage(staff, `${reportPath}?selected=none`)
  expect(listCheckboxes(emptyPage.html).some((checkbox) => checkbox.includes('checked'))).toBe(false)
  expect((await fetchPage(staff, `/admin/publication/${publicationId}`)).html).toContain(
    `href="${reportPath}"`,
  )
})

test('shows a message and offers no labels when there are no subscribers', async () => {
  const page = await fetchPage(staff, reportPath)
  expect(page.text).toContain('Nenhum cliente encontrado')
  expect(page.text).not.toContain('Etiquetas simples')
})

test('prints labels, simple or complete, for selected clients, named after the publication', async () => {
  await addManySubscribers(3)
  const [firstId, secondId] = profileIds
  const answer = await fetchPage(staff, reportPath, {
    ...labelFields,
    profile: [String(firstId), String(secondId)],
  })
  expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/files\/\d+$/)])
  expect(await loadLastFileRequest()).toMatchObject({
    kind: 'labels',
    name: 'acao-no-5-sao-joao-etiquetas.pdf',
    details: { profileIds: [firstId, secondId], style: 'simple', sheet: '6181', start: 1 },
  })
  await fetchPage(staff, reportPath, {
    ...labelFields,
    intent: 'complete',
    sheet: '6183',
    start: 4,
    profile: String(firstId),
  })
  expect((await loadLastFileRequest()).details).toMatchObject({
    profileIds: [firstId],
    style: 'complete',
    sheet: '6183',
    start: 4,
  })
})

test('the PDF lists the selected clients, or all when all are selected', async () => {
  await addManySubscribers(3)
  const [firstId] = profileIds
  const answer = await fetchPage(staff, reportPath, { intent: 'list', profile: String(firstId) })
  expect(answer.status).toBe(303)
  expect(await loadLastFileRequest()).toMatchObject({
    kind: 'report',
    name: 'acao-no-5-sao-joao-assinantes.pdf',
    details: { slug: 'publication_clients', query: `publication=${publicationId}&only=${firstId}` },
  })
  const profile = profileIds.map(String)
  await fetchPage(staff, reportPath, { intent: 'list', profile, shown: profile.join('.') })
  expect((await loadLastFileRequest()).details.query).toBe(`publication=${publicationId}`)
})

test('a prepared file links back to the page of clients that requested it', async () => {
  await addManySubscribers(1)
  const profileFields = { profile: String(profileIds[0]) }
  const findFileAddress = async (address: string, form: object) =>
    (await fetchPage(staff, address, { ...profileFields, ...form })).location ?? ''
  for (const form of [labelFields, { intent: 'list' }]) {
    const { html } = await fetchPage(staff, await findFileAddress(reportPath, form))
    expect(html).toContain(`href="${reportPath}"`)
  }
  await findFileAddress(`${reportPath}?page=2`, labelFields)
  expect((await loadLastFileRequest()).details.back).toBe(`${reportPath}?page=2`)
})

test('rejects a PDF of too many subscribers at once, but still prints labels', {
  timeout: 60_000,
  meta: { slow: 'prints labels of many subscribers' },
}, async () => {
  await addManySubscribers(10_001)
  const selectionOfAll = { profile: String(profileIds[0]), shown: String(profileIds[0]), scope: 'all' }
  const rejectedPage = await fetchPage(staff, reportPath, { ...selectionOfAll, intent: 'list' })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain(formatTooLongForPaper(10_000))
  expect(await db.selectFrom('prepared_files').select('id').execute()).toEqual([])
  expect((await fetchPage(staff, reportPath, { ...selectionOfAll, ...labelFields })).status).toBe(303)
})

test('returns the form unchanged without a selection or with an invalid label position', async () => {
  await addManySubscribers(3)
  const emptyPage = await fetchPage(staff, reportPath, { ...labelFields, start: 7 })
  expect(emptyPage.status).toBe(400)
  expect(emptyPage.text).toContain('Marque ao menos um cliente.')
  expect(emptyPage.html).toMatch(/name="start"[^>]*value="7"|value="7"[^>]*name="start"/)
  expect(listCheckboxes(emptyPage.html).some((checkbox) => checkbox.includes('checked'))).toBe(false)
  const wrongPage = await fetchPage(staff, reportPath, {
    ...labelFields,
    sheet: '6183',
    start: 11,
    profile: String(profileIds[1]),
  })
  expect(wrongPage.status).toBe(400)
  expect(wrongPage.text).toContain('A folha tem 10 etiquetas')
  expect(listCheckboxes(wrongPage.html).filter((checkbox) => checkbox.includes('checked'))).toHaveLength(1)
})

test('lists holders without an address and prints no label for them', async () => {
  await addManySubscribers(2)
  await db
    .updateTable('profiles')
    .set({ billing_address_id: null })
    .where('id', '=', profileIds[0] ?? 0)
    .execute()
  const page = await fetchPage(staff, reportPath)
  expect(page.text).toContain('Sem endereço, sem etiqueta 1 cliente: Assinante Inventado 0001.')
  await fetchPage(staff, reportPath, { ...labelFields, profile: profileIds.map(String) })
  expect((await loadLastFileRequest()).details.profileIds).toEqual([profileIds[1]])
  const emptyPage = await fetchPage(staff, reportPath, { ...labelFields, profile: String(profileIds[0]) })
  expect([emptyPage.status, emptyPage.text.includes('Nenhum dos clientes marcados tem endereço')]).toEqual([
    400,
    true,
  ])
})

test('splits more than 1,000 clients into pages and files, and selecting all pages omits unselected clients', async () => {
  await addManySubscribers(1_003)
  const page = await fetchPage(staff, reportPath)
  expect(page.text).toContain('1.003 clientes')
  expect(listCheckboxes(page.html)).toHaveLength(1_000)
  expect(page.text).toContain('Todas as páginas (1.003 clientes)')
  expect(listCheckboxes((await fetchPage(staff, `${reportPath}?page=2`)).html)).toHaveLength(3)
  expect((await fetchPage(staff, `${reportPath}?page=9`)).location).toContain('page=2')

  const shownIds = profileIds.slice(0, 1_000)
  const selectedIds = shownIds.slice(1).map(String)
  const selectionFields = { ...labelFields, shown: shownIds.join('.'), profile: selectedIds }
  const answerForAll = await fetchPage(staff, reportPath, { ...selectionFields, scope: 'all' })
  expect(answerForAll.location).toMatch(new RegExp(`^${reportPath}/files\\?f=\\d+&f=\\d+$`))
  const answerForPage = await fetchPage(staff, reportPath, { ...selectionFields, scope: 'page' })
  expect(answerForPage.location).toMatch(/^\/files\/\d+$/)
  expect((await loadLastFileRequest()).details.profileIds).toEqual(profileIds.slice(1, 1_000))

  const filesPage = await fetchPage(staff, answerForAll.location ?? '')
  for (const expectedText of [
    'acao-no-5-sao-joao-etiquetas-1.pdf',
    'acao-no-5-sao-joao-etiquetas-2.pdf',
    'Sendo preparado',
  ])
    expect.soft(filesPage.text).toContain(expectedText)
  expect(filesPage.html).toContain('http-equiv="refresh"')
  const fileIds = [...(answerForAll.location ?? '').matchAll(/f=(\d+)/g)].map(([, text]) => Number(text))
  for (const fileId of fileIds) await markFileReady(fileId, { file: `prepared/${fileId}`, bytes: 2_411_724 })
  const readyPage = await fetchPage(staff, answerForAll.location ?? '')
  expect(readyPage.text).toContain('Pronto, 2,3 MB')
  expect(readyPage.html).not.toContain('http-equiv="refresh"')
  const otherVisitor = await loginAs({ userId: await makeStaff() })
  expect((await fetchPage(otherVisitor, answerForAll.location ?? '')).status).toBe(404)
})

test('the CSV file has all clients, and returns 404 without a known publication', async () => {
  await addManySubscribers(2)
  const file = await fetchPage(
    staff,
    `/admin/report/publication_clients/file/csv?publication=${publicationId}`,
  )
  expect(file.headers.get('Content-Disposition')).toContain('acao-no-5-sao-joao-assinantes.csv')
  const lines = file.html.trim().split('\r\n')
  expect(lines[0]).toBe(
    'Cliente;E-mail;Telefone;Prefixo / nº de série;Unidades;Revisão que tem;Desistência;Primeiro vencimento',
  )
  expect(lines[1]).toMatch(
    /^Assinante Inventado 0001;assinante-1@exemplo.test;;;1;nenhuma ainda;;11\/04\/2098$/,
  )
  expect(lines).toHaveLength(3)
  for (const query of ['', '?publication=0', '?publication=4000000', '?publication=x'])
    expect
      .soft((await fetchPage(staff, `/admin/report/publication_clients/file/csv${query}`)).status)
      .toBe(404)
})
