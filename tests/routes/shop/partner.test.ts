import { expect, test } from 'vitest'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { loader as content } from '#app/routes/files/content.ts'
import { action, loader } from '#app/routes/shop/partner.tsx'
import { toPageTexts } from '#tests/documents/page-texts.ts'
import { giveFile } from '#tests/factories/files.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

async function makePartner() {
  const { userId, profileId } = await makeCustomer()
  await db.updateTable('profiles').set({ is_partner: true }).where('id', '=', profileId).execute()
  return { visitor: await loginAs({ userId }), profileId }
}

const requestFile = (visitor: Visitor, publication: number) =>
  visitor.post(action, '/partner', { publication })

test('shows a partner all publications on sale, with a download if a file exists', async () => {
  const manualId = await makePublication({ name: 'Manual A' })
  await giveFile(manualId)
  await makeDownload({ name: 'Boletim B' })
  await giveFile(await makeDownload({ name: 'Fora de venda', active: false }))
  const { visitor } = await makePartner()
  const page = await fetchPage(visitor, '/partner')
  expect(page.text).toContain('Manual A')
  expect(page.text).not.toContain('Fora de venda')
  expect(page.html.match(/name="publication"/g)).toHaveLength(1)
  expect((await fetchPage(visitor, '/')).html).toMatch(/<a href="\/partner"><svg class="icon"/)
})

test('a file has the partner’s name on its pages and is not available after the partnership', async () => {
  const manualId = await makePublication()
  await giveFile(manualId)
  const { visitor, profileId } = await makePartner()
  const id = /^\/files\/(\d+)$/.exec((await requestFile(visitor, manualId)).location ?? '')?.[1] ?? ''
  await prepareFile.run(id, { id: 1 })
  const fetchFile = () => visitor.get(content, `/files/${id}/manual.pdf`, { id, name: 'manual.pdf' })
  const [text = ''] = await toPageTexts(
    new Uint8Array((await (await fetchFile()).response?.arrayBuffer()) ?? []),
  )
  expect(text).toContain('Ana Inventada da Silva')
  expect(text).toContain('Acesso de parceiro')
  await db.updateTable('profiles').set({ is_partner: false }).where('id', '=', profileId).execute()
  expect((await fetchFile()).status).toBe(404)
  expect((await requestFile(visitor, manualId)).status).toBe(403)
  expect((await fetchPage(visitor, '/')).html).not.toContain('href="/partner"')
})

test('shows the downloadable revision, not a newer one without file', async () => {
  const manualId = await makePublication({ version: 'Rev. 1' })
  await giveFile(manualId)
  const nextRevision = { publicationId: manualId, version: 'Rev. 2', date: '2026-11-20', changes: null }
  await withTransaction((trx) => addRevision(trx, nextRevision))
  const { visitor } = await makePartner()
  const { text } = await fetchPage(visitor, '/partner')
  expect(text).toContain('Rev. 1 de 15/01/2026')
  expect(text).toContain('atual: Rev. 2, de 20/11/2026, ainda sem arquivo')
})

test('rejects a customer and redirects a visitor to the login', async () => {
  const customer = await loginAs(await makeCustomer())
  expect((await customer.get(loader, '/partner')).status).toBe(403)
  expect((await fetchPage(customer, '/partner')).text).toContain('Você não tem permissão para isto')
  expect((await new Visitor().get(loader, '/partner')).location).toBe('/login?redirectTo=%2Fpartner')
  expect((await requestFile(new Visitor(), 1)).location).toMatch(/^\/login/)
})

test('returns no file for a publication without file, off sale or unknown', async () => {
  const { visitor } = await makePartner()
  const publicationOffSale = await makePublication({ active: false })
  await giveFile(publicationOffSale)
  for (const id of [await makePublication(), publicationOffSale, 4_000_000])
    expect((await requestFile(visitor, id)).status).toBe(404)
  expect((await requestFile(visitor, Number.NaN)).status).toBe(404)
})
