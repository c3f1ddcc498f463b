import { describe, expect, test } from 'vitest'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { action as publicationAction } from '#app/routes/admin/publications/publication.tsx'
import { giveFile } from '#tests/factories/files.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { ApiClient, callAs, matchSignedAddress } from '#tests/support/api-client.ts'
import { loginAs } from '#tests/support/request.ts'

const anyone = new ApiClient()
const openStaffClient = async () => callAs({ userId: await makeStaff() })

const publicationBody = {
  name: 'Catálogo de Peças',
  applicability: 'EMB-202',
  version: 'Rev. 1',
  date: '2026-11-01',
  price: 128.9,
  price_signature: '60,00',
  weight: 1.25,
  is_signature: true,
}

const loadPublication = (id: number) =>
  db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const listPublicationHistory = (id: number) =>
  db
    .selectFrom('history')
    .select(['action', 'actor_user_id', 'details'])
    .where('entity', '=', 'publication')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

describe('GET /publication/?ordering=-id&page={n}&search={text}: list publications', () => {
  test('returns results, count and pages, newest first, and filters by text', async () => {
    const ids = [await makePublication(), await makePublication({ name: 'Boletim' })]
    const { status, body } = await anyone.get('/publication/?ordering=-id&page=1')
    expect([status, body.count, body.pages]).toEqual([200, 2, 1])
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed())
    expect((await anyone.get('/publication/?search=boletim')).body.count).toBe(1)
  })

  test('shows the file only to partners and staff', async () => {
    const id = await makePublication()
    await giveFile(id)
    const partner = await makeCustomer()
    await db.updateTable('profiles').set({ is_partner: true }).where('id', '=', partner.profileId).execute()
    const clients = [
      anyone,
      await callAs(await makeCustomer()),
      await callAs(partner),
      await openStaffClient(),
    ]
    const files = await Promise.all(
      clients.map(async (client) => (await client.get('/publication/')).body.results[0].file),
    )
    const file = matchSignedAddress(`/api/files/publication/${id}/`)
    expect(files).toEqual([null, null, file, file])
  })
})

describe('GET /publication/{id}: get a publication', () => {
  test('returns all fields of the specification', async () => {
    const id = await makePublication({ is_signature: true })
    expect((await anyone.get(`/publication/${id}`)).body).toEqual({
      id,
      name: 'Manual de Voo inventado',
      applicability: 'Todas as aeronaves de teste',
      version: 'Rev. 1',
      date: '2026-01-15',
      price: 80,
      price_signature: 60,
      weight: 0.7,
      is_signature: true,
      is_download: false,
      is_sent_immediately: true,
      has_airplane_info: false,
      has_photo_upload: false,
      photo_subject: 'other',
      photo_note: null,
      file: null,
      active: true,
      cover: expect.stringMatching(new RegExp(`^https?://[^/]+/publications/${id}/cover\\?as=png$`)),
      sample: null,
      legacy_id: null,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('returns cover and sample of a publication on sale, and neither of one off sale', async () => {
    const [soldId, inactiveId] = [await makePublication(), await makePublication({ active: false })]
    const file = {
      kind: 'sample',
      file: 'x',
      name: 'amostra.pdf',
      type: 'application/pdf',
      bytes: 1,
    } as const
    for (const publication_id of [soldId, inactiveId])
      await db
        .insertInto('publication_files')
        .values({ ...file, publication_id, width: null, height: null })
        .execute()
    const staff = await callAs({ userId: await makeStaff() })
    const { results } = (await staff.get('/publication/')).body
    expect(results).toEqual([
      expect.objectContaining({ id: inactiveId, cover: null, sample: null }),
      expect.objectContaining({
        id: soldId,
        cover: expect.stringContaining(`/publications/${soldId}/cover`),
        sample: expect.stringContaining(`/publications/${soldId}/sample`),
      }),
    ])
  })
})

describe('POST /publication/: create a publication', () => {
  test('returns 201 and stores the same rows as the form', async () => {
    const userId = await makeStaff()
    const { status, body } = await (await callAs({ userId })).post('/publication/', publicationBody)
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        ...publicationBody,
        price_signature: 60,
        active: true,
        is_sent_immediately: true,
      }),
    ])
    const form = {
      ...publicationBody,
      price: '128,90',
      weight: '1,25',
      active: 'on',
      is_sent_immediately: 'on',
      token: 'a',
    }
    await (await loginAs({ userId })).post(
      publicationAction,
      '/admin/publication/0',
      { ...form, is_signature: 'on' },
      { id: '0' },
    )
    const formPublication = await db
      .selectFrom('publications')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const omitGenerated = ({ id, form_key, created_at, updated_at, ...row }: Record<string, unknown>) => row
    expect(formPublication.id).not.toBe(body.id)
    expect(omitGenerated(await loadPublication(body.id))).toEqual(
      omitGenerated(await loadPublication(formPublication.id)),
    )
    expect(await listPublicationHistory(body.id)).toHaveLength(1)
    expect(await listPublicationHistory(body.id)).toEqual(await listPublicationHistory(formPublication.id))
  })

  test.each([
    [{ name: '' }, { name: ['Campo obrigatório'] }],
    [{ price: 0 }, { price: ['Valor incorreto: use reais e centavos, como 1.234,56'] }],
    [{ price: '1,234' }, { price: ['Valor incorreto: use reais com até duas casas decimais, como 128.90'] }],
    [{ price_signature: null }, { price_signature: ['Campo obrigatório'] }],
    [{ is_download: true }, { weight: ['Um download não tem peso: deixe vazio'] }],
    [{ date: '2026-02-30' }, { date: ['Data incorreta: use ano-mês-dia, como 2026-11-21'] }],
  ])('returns 400 with field errors: %o', async (changes, errors) => {
    const answer = await (await openStaffClient()).post('/publication/', { ...publicationBody, ...changes })
    expect([answer.status, answer.body]).toEqual([400, errors])
  })

  test('creates one publication for two calls with one Idempotency-Key', async () => {
    const client = await openStaffClient()
    const firstAnswer = await client.post('/publication/', publicationBody, { key: 'k1' })
    const secondAnswer = await client.post('/publication/', publicationBody, { key: 'k1' })
    expect([secondAnswer.status, secondAnswer.body.id]).toEqual([201, firstAnswer.body.id])
    expect((await client.post('/publication/', publicationBody)).body.id).not.toBe(firstAnswer.body.id)
  })
})

describe('PUT /publication/{id}/: update a publication', () => {
  test('returns 200, leaves omitted fields unchanged and accepts unchanged fields', async () => {
    const id = await makePublication({ is_signature: true })
    const client = await openStaffClient()
    const publicationBefore = {
      ...(await client.get(`/publication/${id}`)).body,
      updated_at: expect.any(String),
    }
    const { status, body } = await client.put(`/publication/${id}/`, {
      ...publicationBefore,
      updated_at: undefined,
      price: 90,
    })
    expect([status, body]).toEqual([200, { ...publicationBefore, price: 90 }])
    expect((await client.put(`/publication/${id}/`, { active: false })).body).toEqual({
      ...publicationBefore,
      price: 90,
      cover: null,
      active: false,
    })
  })

  test('changes the photo instructions, leaves omitted ones unchanged, and rejects unknown and long ones', async () => {
    const id = await makePublication({ has_photo_upload: true })
    const client = await openStaffClient()
    const photoFields = { photo_subject: 'damage', photo_note: 'Com a data.' }
    expect((await client.put(`/publication/${id}/`, photoFields)).body).toMatchObject(photoFields)
    expect((await client.put(`/publication/${id}/`, { price: 90 })).body).toMatchObject(photoFields)
    expect((await client.put(`/publication/${id}/`, { photo_note: null })).body).toMatchObject({
      photo_subject: 'damage',
      photo_note: null,
    })
    const unknownAnswer = await client.put(`/publication/${id}/`, { photo_subject: 'x' })
    expect([unknownAnswer.status, Object.keys(unknownAnswer.body)]).toEqual([
      400,
      ['photo_subject', 'non_field_errors'],
    ])
    const tooLongNote = 'x'.repeat(301)
    const longAnswer = await client.put(`/publication/${id}/`, { photo_note: tooLongNote })
    expect([longAnswer.status, Object.keys(longAnswer.body)]).toEqual([
      400,
      ['photo_note', 'non_field_errors'],
    ])
  })

  test('creates a revision for another version, and notifies subscribers only once about it', async () => {
    const id = await makePublication({ is_signature: true })
    const client = await openStaffClient()
    const change = { version: 'Rev. 2', date: '2026-03-01', notify: true }
    expect((await client.put(`/publication/${id}/`, change)).status).toBe(200)
    const revisions = await db
      .selectFrom('revisions')
      .select('version')
      .where('publication_id', '=', id)
      .execute()
    expect(revisions.map(({ version }) => version)).toEqual(['Rev. 1', 'Rev. 2'])
    const listJobs = () =>
      db.selectFrom('outbox').select('job').where('job', '=', 'notify-subscribers').execute()
    expect(await listJobs()).toHaveLength(1)
    const secondAnswer = await client.put(`/publication/${id}/`, { name: 'Outro', notify: true })
    expect([secondAnswer.status, secondAnswer.body]).toEqual([
      400,
      { notify: ['Esta revisão já foi notificada'] },
    ])
    expect((await loadPublication(id)).name).not.toBe('Outro')
    expect((await client.put(`/publication/${id}/`, { name: 'Outro' })).status).toBe(200)
    expect(await listJobs()).toHaveLength(1)
  })

  test('rejects a revision dated before the newest one', async () => {
    const id = await makePublication()
    const answer = await (await openStaffClient()).put(`/publication/${id}/`, {
      version: '0',
      date: '2020-01-01',
    })
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['date']])
  })
})

describe('DELETE /publication/{id}: remove a publication', () => {
  test('deletes an unused publication', async () => {
    const id = await makePublication()
    const client = await openStaffClient()
    expect((await client.delete(`/publication/${id}`)).status).toBe(204)
    expect(await db.selectFrom('publications').select('id').where('id', '=', id).execute()).toEqual([])
    expect((await client.delete(`/publication/${id}`)).status).toBe(404)
  })

  test('hides a publication with orders instead of deleting it, and returns 204', async () => {
    await makePaidOrder()
    const { publication_id: id } = await db
      .selectFrom('order_lines')
      .select('publication_id')
      .executeTakeFirstOrThrow()
    const client = await openStaffClient()
    expect((await client.delete(`/publication/${id}`)).status).toBe(204)
    expect(await loadPublication(id)).toMatchObject({ active: false, removed_at: expect.any(Date) })
    expect((await anyone.get(`/publication/${id}`)).status).toBe(404)
    const { results } = (await client.get('/publication/')).body
    expect(results.map((row: { id: number }) => row.id)).not.toContain(id)
    // Reports and orders refer to the publication, and the specification's client redirects to the login on 404.
    expect((await client.get(`/publication/${id}`)).body).toMatchObject({ id, active: false })
    expect((await client.put(`/publication/${id}/`, { name: 'x' })).status).toBe(404)
  })
})

test.each([
  ['POST', '/publication/'],
  ['PUT', '/publication/1/'],
  ['DELETE', '/publication/1'],
])('%s %s rejects visitors, customers and keys without the scope', async (method, path) => {
  const body = method === 'DELETE' ? undefined : {}
  expect((await anyone.call(method, path, body)).status).toBe(401)
  expect((await (await callAs(await makeCustomer())).call(method, path, body)).status).toBe(403)
  const { key } = await createApiKey(await makeStaff(), { name: 'ERP', scopes: ['catalogue:read'] })
  expect((await new ApiClient(key).call(method, path, body)).status).toBe(403)
})
