import { beforeEach, describe, expect, test } from 'vitest'
import { findFileSize } from '#app/gateways/storage.server.ts'
import { findPublicationPage, type PageFileKind } from '#app/models/catalogue/publication-page.server.ts'
import { listRevisions } from '#app/models/catalogue/revision.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action } from '#app/routes/admin/publications/shop-page/page-file.tsx'
import { makePdf } from '#tests/factories/files.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

let staff: Visitor
let publicationId: number

beforeEach(async () => {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  staff = await loginAs({ userId })
  publicationId = await makePublication({ name: 'Manual da Hélice' })
})

const pageFields = {
  kind: 'maintenance',
  description: 'Primeiro parágrafo.\n\nSegundo.',
  models: 'EMB-203: 20300001 em diante\nEMB-202A',
  contents: '1 Geral\n  1.1 Peso',
  lock_version: 0,
}

describe('the form of the page', () => {
  test('saves the typed values, shows them again and records history', async () => {
    const path = `/admin/publication/${publicationId}/page`
    expect((await fetchPage(staff, path, pageFields)).location).toBe(path)
    const { html, text } = await fetchPage(staff, path)
    expect(html).toContain('EMB-203: 20300001 em diante\nEMB-202A</textarea>')
    expect(html).toContain('<option value="maintenance" selected="">')
    expect(text).toContain('As informações foram salvas com sucesso')
    const history = await fetchPage(staff, `/admin/publication/${publicationId}`)
    expect(history.text).toContain('Página na loja alterada')
    expect(history.text).toContain('Manual de manutenção')
  })

  test.each([
    ['an unknown kind', { kind: 'x' }, 'Escolha o tipo'],
    ['a reversed range', { models: 'EMB-203: 9 a 1' }, 'Linha 1: o primeiro número de série'],
    ['a description that is too long', { description: 'x'.repeat(2001) }, 'Use no máximo 2000 caracteres'],
    ['contents that are too long', { contents: 'x'.repeat(6001) }, 'Use no máximo 6000 caracteres'],
  ])('rejects %s at its field and returns the typed values', async (_, changes, expectedText) => {
    const page = await fetchPage(staff, `/admin/publication/${publicationId}/page`, {
      ...pageFields,
      ...changes,
    })
    expect(page.status).toBe(400)
    expect(page.text).toContain(expectedText)
    expect(page.html).toContain('>EMB-203: ')
    expect((await findPublicationPage(publicationId))?.kind).toBe('other')
  })

  test('a conflicting save shows both versions, and saving again succeeds', async () => {
    const path = `/admin/publication/${publicationId}/page`
    await fetchPage(staff, path, { ...pageFields, description: 'De outra pessoa' })
    const conflictPage = await fetchPage(staff, path, { ...pageFields, description: 'Meu' })
    expect(conflictPage.status).toBe(409)
    expect(conflictPage.text).toContain('Descrição: gravado “De outra pessoa”, digitado “Meu”')
    const [, lock_version = ''] = /name="lock_version" value="(\d+)"/.exec(conflictPage.html) ?? []
    expect((await fetchPage(staff, path, { ...pageFields, description: 'Meu', lock_version })).status).toBe(
      303,
    )
    expect((await fetchPage(staff, path, { ...pageFields, description: 'Meu' })).status).toBe(303)
  })

  test.each(['x', '99999'])('returns 404 for publication %s', async (unknownId) => {
    for (const subpage of ['page', 'page/cover', 'revision/1'])
      expect((await fetchPage(staff, `/admin/publication/${unknownId}/${subpage}`)).status).toBe(404)
    expect((await fetchPage(staff, `/admin/publication/${unknownId}/page`, pageFields)).status).toBe(404)
    expect((await fetchPage(staff, `/admin/publication/${publicationId}/page/other`)).status).toBe(404)
  })
})

const onePixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function uploadPageFile(
  kind: PageFileKind,
  file: { name: string; bytes: Uint8Array } | undefined,
  intent = '',
) {
  const body = new FormData()
  if (file) body.append('file', new File([new Uint8Array(file.bytes)], file.name))
  body.append('intent', intent)
  const { url, headers } = staff.request(`/admin/publication/${publicationId}/page/${kind}`)
  return staff.call(action, new Request(url, { method: 'POST', headers, body }), {
    id: String(publicationId),
    kind,
  })
}

describe('cover and sample of a publication', () => {
  test('an uploaded cover replaces the drawn one until it is removed', async () => {
    const drawnCover = await fetchPage(new Visitor(), `/publications/${publicationId}/cover`)
    expect(drawnCover.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect((await uploadPageFile('cover', { name: 'C:\\x\\capa.png', bytes: onePixelPng })).status).toBe(303)
    const storedCover = (await findPublicationPage(publicationId))?.cover
    expect(storedCover).toMatchObject({ name: 'capa.jpg', type: 'image/jpeg', width: 1, height: 1 })
    const cover = await fetchPage(new Visitor(), `/publications/${publicationId}/cover`)
    expect([cover.status, cover.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    await uploadPageFile('cover', { name: 'outra.png', bytes: onePixelPng })
    expect(await findFileSize(storedCover?.file ?? '')).toBeUndefined()
    expect((await uploadPageFile('cover', undefined, 'remove')).status).toBe(303)
    expect((await findPublicationPage(publicationId))?.cover).toBeUndefined()
  })

  test('anyone can open a sample from the page, until the publication is off sale', async () => {
    expect((await fetchPage(new Visitor(), `/publications/${publicationId}/sample`)).status).toBe(404)
    const bytes = await makePdf([{}])
    await uploadPageFile('sample', { name: 'amostra.pdf', bytes })
    const page = await fetchPage(new Visitor(), `/publications/${publicationId}`)
    expect(page.html).toContain(`href="/publications/${publicationId}/sample"`)
    const sample = await fetchPage(new Visitor(), `/publications/${publicationId}/sample`)
    expect(sample.headers.get('Content-Disposition')).toContain('inline; filename="amostra.pdf"')
    expect(sample.bytes.length).toBe(bytes.length)
    await db.updateTable('publications').set({ active: false }).where('id', '=', publicationId).execute()
    expect((await fetchPage(new Visitor(), `/publications/${publicationId}/sample`)).status).toBe(404)
  })

  test.each<[string, PageFileKind, { name: string; bytes: Uint8Array } | undefined, string]>([
    ['an empty file', 'cover', undefined, 'Escolha um arquivo'],
    [
      'a document as a cover',
      'cover',
      { name: 'a.png', bytes: Buffer.from('%PDF-1.7') },
      'Envie PNG, JPEG ou GIF',
    ],
    [
      'text as a sample',
      'sample',
      { name: 'a.pdf', bytes: Buffer.from('texto') },
      'Envie um PDF, PNG, JPEG ou GIF',
    ],
    [
      'a broken document',
      'sample',
      { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7 nada') },
      'está danificado',
    ],
    ['a broken picture', 'cover', { name: 'a.png', bytes: onePixelPng.subarray(0, 40) }, 'está danificado'],
    [
      'a drawing with the header of a picture',
      'cover',
      {
        name: 'a.gif',
        bytes: Buffer.from('GIF89a<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      },
      'está danificado',
    ],
  ])('rejects %s with a reason', async (_, kind, file, expectedText) => {
    const answer = await uploadPageFile(kind, file)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.data)).toContain(expectedText)
    expect(await db.selectFrom('publication_files').select('id').execute()).toEqual([])
  })
})

test('adds and removes the text about the changes of a revision, and rejects a text that is too long', async () => {
  const [revision] = await listRevisions(publicationId)
  const path = `/admin/publication/${publicationId}/revision/${revision?.id}`
  expect((await fetchPage(staff, `/admin/publication/${publicationId}`)).html).toContain(`href="${path}"`)
  const tooLongText = 'x'.repeat(2001)
  expect((await fetchPage(staff, path, { changes: tooLongText })).status).toBe(400)
  expect((await fetchPage(staff, path, { changes: 'Capítulo 5\nCapítulo 6' })).location).toBe(
    `/admin/publication/${publicationId}`,
  )
  expect((await fetchPage(staff, path)).html).toContain('Capítulo 5\nCapítulo 6</textarea>')
  const shopPage = await fetchPage(new Visitor(), `/publications/${publicationId}`)
  expect(shopPage.text).toContain('Capítulo 5 Capítulo 6')
  expect((await fetchPage(staff, path, { changes: '' })).status).toBe(303)
  expect((await listRevisions(publicationId))[0]?.changes).toBeNull()
})
