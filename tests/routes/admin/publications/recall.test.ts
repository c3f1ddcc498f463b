import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
})

/**
 * Creates a client who bought and received the publication, and a subscriber without any revision yet.
 * Returns the ids of the publication and of both profiles.
 */
async function makeHeldPublication() {
  const order = await makePaidOrder()
  await markSent(await makeShipment(order), { date: '2026-11-05', trackCode }, byStaff)
  const subscriber = await makeSubscriptions([{ due: '2099-01-01' }])
  await db
    .updateTable('subscriptions')
    .set({ publication_id: order.manual })
    .where('id', 'in', subscriber.ids)
    .execute()
  await renameProfile(order.profileId, 'Bruna Compradora')
  await renameProfile(subscriber.profileId, 'Silas Assinante')
  return { publicationId: order.manual, buyer: order.profileId, subscriber: subscriber.profileId }
}

async function renameProfile(profileId: number, name: string) {
  await db.updateTable('profiles').set({ name, is_company: false }).where('id', '=', profileId).execute()
}

/** Returns the address of the first link whose label begins with `text`, or an empty string. */
function findHref(html: string, text: string): string {
  const [, href = ''] = new RegExp(`<a[^>]*href="([^"]*)"[^>]*>${text}`).exec(html) ?? []
  return href.replaceAll('&amp;', '&')
}

test('two pages of a publication link to the holders of a revision', async () => {
  const { publicationId } = await makeHeldPublication()
  const publicationPage = await fetchPage(staff, `/admin/publication/${publicationId}`)
  const revisionHoldersPage = await fetchPage(staff, findHref(publicationPage.html, 'Quem tem'))
  expect(revisionHoldersPage.text).toContain('Bruna Compradora')
  expect(revisionHoldersPage.text).not.toContain('Silas Assinante')
  const holdersPage = await fetchPage(staff, `/admin/report/publication_clients/${publicationId}`)
  const emptySelection = await fetchPage(staff, findHref(holdersPage.html, 'nenhuma ainda: 1'))
  expect(emptySelection.text).toContain('Silas Assinante')
  expect(emptySelection.text).not.toContain('Bruna Compradora')
})

test('mails a selected holder once, and page and record show the notice', async () => {
  const { publicationId, buyer, subscriber } = await makeHeldPublication()
  const listPath = `/admin/report/publication_clients/${publicationId}`
  const selectionPage = await fetchPage(staff, listPath, {
    intent: 'notice',
    profile: [String(buyer)],
    shown: `${buyer}.${subscriber}`,
    scope: 'page',
  })
  const formPath = selectionPage.location ?? ''
  expect(formPath).toBe(`/admin/publication/${publicationId}/recall?only=${buyer}`)
  const formPage = await fetchPage(staff, formPath)
  expect(formPage.text).toContain('Enviar a 1 pessoa')
  const token = /name="token" value="([0-9a-f]+)"/.exec(formPage.html)?.[1] ?? ''
  const emptyPage = await fetchPage(staff, formPath, { intent: 'send', token, subject: '', body: 'Não voe.' })
  expect([emptyPage.status, emptyPage.text]).toEqual([400, expect.stringContaining('Campo obrigatório')])
  expect(emptyPage.html).toContain('Não voe.</textarea>')
  const noticeFields = { token, subject: 'Página 3-12', body: 'Não voe.' }
  const preview = await fetchPage(staff, formPath, { intent: 'preview', ...noticeFields })
  expect([preview.status, preview.text]).toEqual([200, expect.stringContaining('Olá, Bruna Compradora.')])
  expect(await db.selectFrom('recall_notices').select('id').execute()).toEqual([])
  const resultPage = await fetchPage(staff, formPath, { intent: 'send', ...noticeFields })
  expect([resultPage.status, resultPage.location]).toEqual([303, listPath])
  const secondPage = await fetchPage(staff, formPath, { intent: 'send', ...noticeFields })
  expect([secondPage.status, secondPage.text]).toEqual([409, expect.stringContaining('já foi enviado')])
  const pageAfter = await fetchPage(staff, listPath)
  expect(pageAfter.text).toContain('Página 3-12')
  expect(pageAfter.text).toContain('0 de 1 enviado')
  const recordPage = await fetchPage(staff, '/admin/report/recall/')
  expect(recordPage.text).toContain('Bruna Compradora')
  expect(recordPage.text).toContain('Na fila')
  const csv = await fetchPage(staff, '/admin/report/recall/file/csv')
  const [headerLine, noticeLine, ...remainingLines] = csv.html.split('\r\n')
  expect(headerLine).toContain('Aviso de;Publicação;Assunto;Escrito por;Cliente;E-mail;Revisão que tinha')
  expect(noticeLine).toContain('Página 3-12')
  expect(remainingLines).toEqual([''])
})

test('the list of holders includes ended subscriptions on request', async () => {
  const { publicationId, ids } = await makeSubscriptions([{ due: '2020-01-01' }])
  expect(ids).toHaveLength(1)
  const listPath = `/admin/report/publication_clients/${publicationId}`
  expect((await fetchPage(staff, listPath)).text).toContain('Nenhum cliente encontrado')
  for (const kind of ['ended', 'everybody'])
    expect((await fetchPage(staff, `${listPath}?kind=${kind}`)).text).toContain('1 cliente, 1 unidade')
})

test('offers no mail when the selection contains no holder', async () => {
  const { publicationId } = await makeHeldPublication()
  const page = await fetchPage(staff, `/admin/publication/${publicationId}/recall?only=1`)
  expect(page.text).toContain('não há a quem enviar')
  expect(page.html).not.toContain('name="body"')
})
