import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { findFileSize } from '#app/gateways/storage.server.ts'
import { findPublicationForStaff } from '#app/models/catalogue/publication-edit.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff, recordHistory } from '#app/models/platform/history.server.ts'
import { action as sendFile } from '#app/routes/admin/publications/file.tsx'
import { loader as stored } from '#app/routes/admin/publications/revision-file.ts'
import { giveFile, makePdf } from '#tests/factories/files.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeSubscriptions } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', userId).execute()
  staff = await loginAs({ userId })
})

const publicationFields = {
  name: 'Manual da Hélice',
  applicability: 'Todas as séries',
  version: 'Rev. 1',
  date: '2026-01-15',
  changes: '',
  price: '1.234,56',
  price_signature: '60,00',
  weight: '1,25',
  is_signature: 'on',
  is_sent_immediately: 'on',
  active: 'on',
  lock_version: 0,
}

const makePrintedSubscription = () => makePublication({ is_signature: true })

describe('the form of a publication', () => {
  test('creates a publication from values with decimal commas', async () => {
    const { location } = await fetchPage(staff, '/admin/publication/0', publicationFields)
    const id = Number(location?.split('/').at(-1))
    expect(await findPublicationForStaff(id)).toMatchObject({
      price: 1_234_56,
      price_signature: 60_00,
      weight: 1250,
      is_download: false,
    })
    const page = await fetchPage(staff, `/admin/publication/${id}`)
    expect(page.text).toContain('As informações foram salvas com sucesso')
    expect(page.html).toContain('value="1.234,56"')
    expect(page.html).toContain('value="1,25"')
  })

  test.each([
    ['a subscription without a renewal price', { price_signature: '' }, 'Campo obrigatório'],
    ['a renewal price of zero', { price_signature: '0,00' }, 'Valor incorreto'],
    ['a renewal price without subscription', { is_signature: undefined }, 'Só assinaturas têm'],
    ['a download with a weight', { is_download: 'on' }, 'Um download não tem peso'],
    ['a printed publication without a weight', { weight: '' }, 'Campo obrigatório'],
    ['a weight with a dot', { weight: '1.25' }, 'Peso incorreto'],
    ['an amount with a decimal dot', { price: '12.90' }, 'Valor incorreto'],
    ['a price of zero', { price: '0,00' }, 'Valor incorreto'],
    ['a date that does not exist', { date: '2026-02-30' }, 'Data incorreta'],
    ['no name', { name: ' ' }, 'Campo obrigatório'],
    ['a photo without a subject', { has_photo_upload: 'on' }, 'Escolha o que a foto deve mostrar'],
    ['a photo with an unknown subject', { photo_subject: 'x' }, 'Escolha o que a foto deve mostrar'],
    [
      'a photo of another subject without a description',
      { has_photo_upload: 'on', photo_subject: 'other' },
      'Escreva o que a foto deve mostrar',
    ],
  ])('rejects %s and returns the typed values', async (_, changes, expectedText) => {
    const page = await fetchPage(staff, '/admin/publication/0', { ...publicationFields, ...changes })
    expect(page.status).toBe(400)
    expect(page.text).toContain(expectedText)
    expect(page.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
    expect(page.html).toContain('value="Todas as séries"')
  })

  test('saves the required photo, shows it in the form, and saves a change to another subject', async () => {
    const id = await makePrintedSubscription()
    const path = `/admin/publication/${id}`
    const spinesPhoto = {
      has_photo_upload: 'on',
      photo_subject: 'spines',
      photo_note: 'Com a revisão legível.',
    }
    expect((await fetchPage(staff, path, { ...publicationFields, ...spinesPhoto })).status).toBe(303)
    const { html, text } = await fetchPage(staff, path)
    expect(html).toContain('<option value="spines" selected="">')
    expect(html).toContain('value="Com a revisão legível."')
    expect(text).toContain('Lombadas dos manuais')
    const otherPhoto = { has_photo_upload: 'on', photo_subject: 'other', photo_note: 'O gancho de reboque.' }
    expect(
      (await fetchPage(staff, path, { ...publicationFields, ...otherPhoto, lock_version: 1 })).status,
    ).toBe(303)
    expect(await findPublicationForStaff(id)).toMatchObject({
      photo_subject: 'other',
      photo_note: 'O gancho de reboque.',
    })
  })

  test('folds a long entry of the history to one line and shows a short entry open', async () => {
    const id = await makePrintedSubscription()
    const change = { entity: 'publication' as const, entityId: id, actorUserId: null }
    const manyChanges = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [`campo ${index}`, [null, 'x']]),
    )
    await withTransaction((trx) =>
      recordHistory(
        trx,
        { ...change, action: 'created', details: { changes: manyChanges } },
        { ...change, action: 'changed', details: { changes: { name: ['Velho', 'Novo'] } } },
      ),
    )
    for (const path of [`/admin/publication/${id}`, '/admin/history']) {
      const { html, text } = await fetchPage(staff, path)
      const foldedEntries = [...html.matchAll(/<details class="history-fold"><summary>(\d+) dados</g)]
      expect(
        foldedEntries.map(([, count]) => Number(count)),
        path,
      ).toEqual([14])
      expect(text).toContain('Velho → Novo')
    }
  })

  test('rejects a version that another revision of the publication has', async () => {
    const id = await makePrintedSubscription()
    await fetchPage(staff, `/admin/publication/${id}`, { ...publicationFields, version: 'Rev. 2' })
    const page = await fetchPage(staff, `/admin/publication/${id}`, { ...publicationFields, lock_version: 1 })
    expect(page.status).toBe(400)
    expect(page.text).toContain('já tem uma revisão com esta versão')
  })

  test('a conflicting save shows both versions, and saving again succeeds', async () => {
    const id = await makePrintedSubscription()
    await fetchPage(staff, `/admin/publication/${id}`, { ...publicationFields, name: 'De outra pessoa' })
    const conflictPage = await fetchPage(staff, `/admin/publication/${id}`, {
      ...publicationFields,
      name: 'Meu',
    })
    expect(conflictPage.status).toBe(409)
    expect(conflictPage.text).toContain('ATENÇÃO: Não foi possivel atualizar a publicação!')
    expect(conflictPage.text).toContain('Nome: gravado “De outra pessoa”, digitado “Meu”')
    expect(conflictPage.html).toContain('value="Meu"')
    const [, lock_version = ''] = /name="lock_version" value="(\d+)"/.exec(conflictPage.html) ?? []
    const savedPage = await fetchPage(staff, `/admin/publication/${id}`, {
      ...publicationFields,
      name: 'Meu',
      lock_version,
    })
    expect(savedPage.status).toBe(303)
    expect(await findPublicationForStaff(id)).toMatchObject({ name: 'Meu' })
  })

  test('a form with an invalid field preserves its outdated lock version', async () => {
    const id = await makePrintedSubscription()
    await fetchPage(staff, `/admin/publication/${id}`, { ...publicationFields, name: 'De outra pessoa' })
    const rejectedPage = await fetchPage(staff, `/admin/publication/${id}`, {
      ...publicationFields,
      price: 'x',
    })
    expect(rejectedPage.html).toContain('name="lock_version" value="0"')
  })

  test('a repeated form with other notations of numbers and line breaks is no conflict, but another weight is', async () => {
    const id = await makePrintedSubscription()
    const equalFields = {
      ...publicationFields,
      price: '120',
      weight: '1,5',
      changes: 'um\r\ndois',
      notify: 'on',
    }
    for (const _attempt of [1, 2])
      expect((await fetchPage(staff, `/admin/publication/${id}`, equalFields)).location).toBe(
        `/admin/publication/${id}/notice`,
      )
    const otherPage = await fetchPage(staff, `/admin/publication/${id}`, { ...equalFields, weight: '1,25' })
    expect(otherPage.status).toBe(409)
    expect(otherPage.text).toContain('Peso: gravado “1,5”, digitado “1,25”')
    expect(otherPage.text).not.toContain('Preço de compra: gravado')
    expect(otherPage.text).not.toContain('O que mudou: gravado')
  })

  test('accepts the form of a new version twice, although it repeats the changes of the previous version', async () => {
    const id = await makePrintedSubscription()
    await fetchPage(staff, `/admin/publication/${id}`, { ...publicationFields, changes: 'Capítulo 5' })
    const nextVersion = { ...publicationFields, version: 'Rev. 2', changes: 'Capítulo 5', lock_version: 1 }
    for (const _attempt of [1, 2])
      expect((await fetchPage(staff, `/admin/publication/${id}`, nextVersion)).status).toBe(303)
  })

  test('a form sent repeatedly creates one publication, and with a changed name another publication', async () => {
    const form = await fetchPage(staff, '/admin/publication/0')
    const [, token = ''] = /name="token" value="([0-9a-f]{32})"/.exec(form.html) ?? []
    const rejectedPage = await fetchPage(staff, '/admin/publication/0', {
      ...publicationFields,
      token,
      name: '',
    })
    expect(rejectedPage.html).toContain(`name="token" value="${token}"`)
    const sendForm = (name: string) =>
      fetchPage(staff, '/admin/publication/0', { ...publicationFields, token, name })
    const [firstAnswer, repeatedAnswer] = await Promise.all([sendForm('Manual A'), sendForm('Manual A')])
    expect([firstAnswer.status, repeatedAnswer.location]).toEqual([303, firstAnswer.location])
    expect((await sendForm('Manual A')).location).toBe(firstAnswer.location)
    expect((await sendForm('Manual B')).location).not.toBe(firstAnswer.location)
    expect(await db.selectFrom('publications').select('name').execute()).toHaveLength(2)
  })

  test('reports a publication that cannot be stored and returns the typed values', async () => {
    await sql`alter table publications rename to publications_away`.execute(db)
    const page = await fetchPage(staff, '/admin/publication/0', publicationFields).finally(() =>
      sql`alter table publications_away rename to publications`.execute(db),
    )
    expect(page.status).toBe(500)
    expect(page.text).toContain('ATENÇÃO: Não foi possivel salvar a publicação!')
    expect(page.html).toContain('value="Manual da Hélice"')
  })

  test('saving leads to the page that offers a notice only when its box is ticked, and sends no notice yet', async () => {
    const id = await makePrintedSubscription()
    const savedPage = await fetchPage(staff, `/admin/publication/${id}`, publicationFields)
    expect(savedPage.location).toBe(`/admin/publication/${id}`)
    const tickedPage = await fetchPage(staff, `/admin/publication/${id}`, {
      ...publicationFields,
      lock_version: 1,
      notify: 'on',
    })
    expect(tickedPage.location).toBe(`/admin/publication/${id}/notice`)
    expect(await db.selectFrom('revision_notices').select('id').execute()).toEqual([])
  })

  test.each(['x', '-1', '4294967296', '99999'])('returns 404 for publication %s', async (id) => {
    for (const subpage of ['', '/file', '/notice', '/removal'])
      expect((await fetchPage(staff, `/admin/publication/${id}${subpage}`)).status).toBe(404)
    expect((await fetchPage(staff, `/admin/publication/${id}`, publicationFields)).status).toBe(404)
    expect((await fetchPage(staff, `/admin/report/publication_clients/${id}`)).status).toBe(404)
  })
})

describe('the file of a publication', () => {
  const makeParams = (id: number) => ({ id: String(id) })

  async function uploadRevisionFile(
    id: number,
    file: { name: string; bytes: Uint8Array } | undefined,
    revision?: number,
  ) {
    const { revisionId = 0 } = (await findPublicationForStaff(id)) ?? {}
    const body = new FormData()
    body.append('revision', String(revision ?? revisionId))
    if (file) body.append('file', new File([new Uint8Array(file.bytes)], file.name))
    const { url, headers } = staff.request(`/admin/publication/${id}/file`)
    return staff.call(sendFile, new Request(url, { method: 'POST', headers, body }), makeParams(id))
  }

  const loadFile = (id: number) =>
    db
      .selectFrom('revisions')
      .select(['file', 'file_name', 'file_type', 'file_bytes'])
      .where('publication_id', '=', id)
      .executeTakeFirstOrThrow()

  test('replaces the file of the current revision and deletes the old one', async () => {
    const id = await makeDownload()
    const emptyPage = await fetchPage(staff, `/admin/publication/${id}/file`)
    expect(emptyPage.text).toContain(
      'Nenhum ainda. Até ele chegar, vale a última revisão com arquivo, se houver.',
    )
    await giveFile(id)
    const oldFile = await loadFile(id)
    const bytes = await makePdf([{}, {}])
    expect((await uploadRevisionFile(id, { name: 'C:\\docs\\Manual de Vôo.PDF', bytes })).status).toBe(303)
    const newFile = await loadFile(id)
    expect(newFile).toMatchObject({ file_name: 'Manual de Vôo.pdf', file_type: 'application/pdf' })
    expect(await findFileSize(newFile.file ?? '')).toBe(bytes.length)
    expect(await findFileSize(oldFile.file ?? '')).toBeUndefined()
    expect((await listHistoryForStaff('publication', id))[0]?.action).toBe('file-set')
  })

  test('an invalid, empty or missing file, or a file for another revision, changes nothing', async () => {
    const id = await makeDownload()
    const revision = await giveFile(id)
    const fileBefore = await loadFile(id)
    const htmlFile = { name: 'manual.pdf', bytes: new TextEncoder().encode('<html><script>1</script>') }
    expect((await uploadRevisionFile(id, htmlFile)).status).toBe(400)
    expect((await uploadRevisionFile(id, { name: 'a.pdf', bytes: new Uint8Array() })).status).toBe(400)
    expect((await uploadRevisionFile(id, undefined)).status).toBe(400)
    const otherRevision = revision + 1000
    const validFile = { name: 'a.pdf', bytes: await makePdf() }
    expect((await uploadRevisionFile(id, validFile, otherRevision)).status).toBe(409)
    expect(await loadFile(id)).toEqual(fileBefore)
    expect(await findFileSize(fileBefore.file ?? '')).toBe(fileBefore.file_bytes)
  })

  test('an incomplete upload stores no file', async () => {
    const id = await makeDownload()
    const { url, headers } = staff.request(`/admin/publication/${id}/file`)
    headers.set('Content-Type', 'multipart/form-data; boundary=x')
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7 half`
    const request = new Request(url, { method: 'POST', headers, body })
    expect((await staff.call(sendFile, request, makeParams(id))).status).toBe(400)
    expect((await loadFile(id)).file).toBeNull()
  })

  test('staff download the file unstamped, with a history entry, and only under its publication', async () => {
    const id = await makeDownload()
    const bytes = await makePdf()
    const revision = await giveFile(id, { bytes })
    const page = await fetchPage(staff, `/admin/publication/${id}/file/${revision}`)
    expect(page.headers.get('Content-Length')).toBe(String(bytes.length))
    expect((await listHistoryForStaff('publication', id))[0]?.action).toBe('file-fetched')
    const otherDownload = await makeDownload()
    expect((await fetchPage(staff, `/admin/publication/${otherDownload}/file/${revision}`)).status).toBe(404)
  })

  test('logs the parts of one download once, and logs a whole download and a much later part again', async () => {
    const id = await makeDownload()
    const revision = await giveFile(id, { bytes: await makePdf() })
    const fetchRange = async (Range?: string) => {
      const request = staff.request(`/admin/publication/${id}/file/${revision}`)
      if (Range) request.headers.set('Range', Range)
      const answer = await staff.call(stored, request, { ...makeParams(id), revision: String(revision) })
      const historyEntries = await listHistoryForStaff('publication', id)
      return [answer.status, historyEntries.filter(({ action }) => action === 'file-fetched').length]
    }
    expect(await fetchRange('bytes=1-')).toEqual([206, 1])
    expect(await fetchRange('bytes=50-')).toEqual([206, 1])
    expect(await fetchRange()).toEqual([200, 2])
    const longAgo = new Date(0)
    await db.updateTable('history').set({ created_at: longAgo }).execute()
    expect(await fetchRange('bytes=-500')).toEqual([206, 3])
  })
})

test('rejects a revision dated tomorrow and accepts one dated today', async () => {
  const id = await makePrintedSubscription()
  const tomorrow = addDays(toCivilDate(new Date()), 1)
  const rejectedPage = await fetchPage(staff, `/admin/publication/${id}`, {
    ...publicationFields,
    version: 'Rev. 2',
    date: tomorrow,
  })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('A data de uma revisão não pode estar no futuro')
  const today = addDays(tomorrow, -1)
  expect(
    (
      await fetchPage(staff, `/admin/publication/${id}`, {
        ...publicationFields,
        version: 'Rev. 2',
        date: today,
      })
    ).status,
  ).toBe(303)
})

describe('the notice of a new version', () => {
  test('promises a file only when the revision has one', async () => {
    const id = await makeDownload({ is_signature: true })
    const pageBefore = await fetchPage(staff, `/admin/publication/${id}/notice`)
    expect(pageBefore.text).toContain('Esta revisão ainda não tem arquivo')
    expect(pageBefore.text).not.toContain('O arquivo novo está em')
    await giveFile(id)
    const pageAfter = await fetchPage(staff, `/admin/publication/${id}/notice`)
    expect(pageAfter.text).toContain('O arquivo novo está em Minhas publicações')
    expect(pageAfter.text).not.toContain('ainda não tem arquivo')
  })

  const listNotices = () => db.selectFrom('revision_notices').select('round').execute()

  test('is sent once, and again only on request', async () => {
    const { publicationId: id } = await makeSubscriptions([{ due: '2099-01-01' }])
    const path = `/admin/publication/${id}/notice`
    const page = await fetchPage(staff, path)
    expect(page.text).toContain('Enviar e-mail de notificação aos usuários?')
    expect(page.text).toContain('1 pessoa recebe')
    const { revisionId: revision = 0 } = (await findPublicationForStaff(id)) ?? {}
    expect((await fetchPage(staff, path, { revision, round: 1 })).status).toBe(303)
    expect((await fetchPage(staff, path, { revision, round: 1 })).status).toBe(409)
    expect((await fetchPage(staff, path, { revision, round: 2 })).status).toBe(400)
    expect(await listNotices()).toHaveLength(1)
    expect((await fetchPage(staff, path, { revision, round: 2, again: 'on' })).status).toBe(303)
    expect(await listNotices()).toHaveLength(2)
  })

  test('is rejected for an old revision', async () => {
    const id = await makePrintedSubscription()
    const { revisionId: revision = 0 } = (await findPublicationForStaff(id)) ?? {}
    await fetchPage(staff, `/admin/publication/${id}`, { ...publicationFields, version: 'Rev. 2' })
    expect((await fetchPage(staff, `/admin/publication/${id}/notice`, { revision, round: 1 })).status).toBe(
      409,
    )
  })
})

test('deletes an unused publication with a message, and the page for a used one says that it is not deleted', async () => {
  const id = await makePrintedSubscription()
  expect((await fetchPage(staff, `/admin/publication/${id}/removal`)).text).toContain('apagada de vez')
  const { location } = await fetchPage(staff, `/admin/publication/${id}/removal`, {})
  expect(location).toBe('/admin/publications')
  expect((await fetchPage(staff, '/admin/publications')).text).toContain('Publicação removida com sucesso!')
  const { publicationId } = await makeSubscriptions([{}])
  expect((await fetchPage(staff, `/admin/publication/${publicationId}/removal`)).text).toContain(
    'não é apagada',
  )
})

test('list and file show a publication that matches search and status, and another search finds none', async () => {
  await makePublication({ name: 'Alfa', price: 1_234_56 })
  const page = await fetchPage(staff, '/admin/publications?search=alfa&status=1&sort=name')
  expect(page.text).toContain('1 resultado')
  expect(page.text).toContain('Rev. 1')
  expect(page.text).not.toContain('v.Rev')
  expect(page.html).toContain('/admin/publications.csv?search=alfa&amp;status=1&amp;sort=name')
  const file = await fetchPage(staff, '/admin/publications.csv?search=alfa&status=1&sort=name')
  expect(file.html).toMatch(/;Alfa;.*;v?Rev\. 1;15\/01\/2026;1234,56;;não;;;Ativa\r\n$/)
  expect((await fetchPage(staff, '/admin/publications?search=nada')).text).toContain(
    'Nenhum resultado pode ser encontrado',
  )
})

test('the client report lists the current unit of a subscriber, but not the expired one', async () => {
  const { publicationId, email } = await makeSubscriptions([
    { due: '2099-01-01', registration: 'PT-ABC' },
    { due: '2020-01-01', registration: 'PT-OLD' },
  ])
  const { text } = await fetchPage(staff, `/admin/report/publication_clients/${publicationId}`)
  expect(text).toContain(email)
  expect(text).toContain('PT-ABC')
  expect(text).not.toContain('PT-OLD')
  expect(text).toContain('1 cliente, 1 unidade.')
})
