import { beforeEach, expect, test } from 'vitest'
import { findFileSize, listFiles } from '#app/gateways/storage.server.ts'
import { indexMissingPeople } from '#app/models/accounts/person-words.server.ts'
import { storePhoto } from '#app/models/checkout/photo.server.ts'
import { listOrderFiles } from '#app/models/orders/order-file.server.ts'
import {
  approveOrder,
  cancelOrder,
  confirmPayment,
  putUnderReview,
  rejectOrder,
} from '#app/models/orders/order-status.server.ts'
import {
  answerPhotoRequest,
  findOpenPhotoRequest,
  listPhotoLines,
  requestPhotos,
} from '#app/models/orders/photo-request.server.ts'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { paths } from '#app/paths.ts'
import { action as addFile } from '#app/routes/admin/orders/files/files.tsx'
import { action as sendPhoto } from '#app/routes/orders/new-photo.tsx'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder, makeOrderUnderReview } from '#tests/factories/orders.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { plain } from '#tests/gateways/pictures.ts'
import { pageFor } from '#tests/support/app-client.ts'
import { giveBoleto } from '#tests/support/boletos.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const openStaff = async () => loginAs({ userId: await makeStaff() })
const loadStatus = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** Returns the field in which a review page sends the displayed photos. */
function signIn(html: string) {
  return { seen: /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '' }
}

async function findSign(visitor: Visitor, path: string) {
  return signIn((await pageFor(visitor, path)).html)
}

test('lists state and client, finds by registration and reports no matches', async () => {
  const { orderId } = await makeOrderUnderReview()
  await rejectOrder(orderId, 'Sem foco.', byStaff)
  const visitor = await openStaff()
  const page = await pageFor(visitor, `/admin/orders?search=${orderId}`)
  for (const words of [
    'Pedido Cancelado / Reprovado',
    'Ana Inventada da Silva',
    'Novo pedido',
    '1 resultado',
  ])
    expect.soft(page.text).toContain(words)
  const none = await pageFor(visitor, '/admin/orders?search=nothing-like-this')
  expect(none.text).toContain('Nenhum resultado pode ser encontrado')
  const file = await pageFor(visitor, `/admin/orders.csv?search=${orderId}`)
  expect(file.headers.get('Content-Disposition')).toMatch(/pedidos-.*\.csv/)
  expect(file.html).toContain(`${orderId};`)
  expect(file.html).toContain(';NF;')
  expect(file.html.trim().split('\r\n')).toHaveLength(2)
})

test.each(['0', 'abc', '4000000'])('returns 404 for order %s on every route', async (id) => {
  const visitor = await openStaff()
  for (const act of ['', '/status', '/approval', '/rejection', '/new_photo', '/files', '/files/1/removal'])
    for (const fields of [undefined, {}])
      expect.soft((await pageFor(visitor, `/admin/order/${id}${act}`, fields)).status, act).toBe(404)
})

test('shows the whole order, and the specified text for a rejection', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  const page = await pageFor(visitor, `/admin/order/${orderId}`)
  for (const words of [
    'Aprovar',
    'Reprovar',
    'Pedir nova foto',
    'Placares',
    '(14) 99999-0000',
    'Rua das Hélices',
  ])
    expect.soft(page.text).toContain(words)
  await rejectOrder(orderId, 'A placa está fora de foco.', byStaff)
  const after = await pageFor(visitor, `/admin/order/${orderId}`)
  expect(after.text).toMatch(/PEDIDO REPROVADO A placa está fora de foco\./)
  expect(after.text).not.toContain('Alterar situação')
})

test('offers no new photo for an order without a title that needs one', async () => {
  const { orderId, publicationId } = await makeOrderUnderReview()
  await db.updateTable('order_lines').set({ photo: null }).where('order_id', '=', orderId).execute()
  await db
    .updateTable('publications')
    .set({ has_photo_upload: false })
    .where('id', '=', publicationId)
    .execute()
  const visitor = await openStaff()
  for (const page of [`order/${orderId}`, `order/${orderId}/status`, 'review', 'today']) {
    const { html, text } = await pageFor(visitor, `/admin/${page}`)
    expect.soft(text, page).toContain(page === 'today' ? 'foto em análise' : 'Reprovar')
    expect.soft(html, page).not.toContain('/new_photo')
  }
  const { html } = await pageFor(visitor, `/admin/order/${orderId}/rejection`)
  expect(html).not.toContain('/new_photo')
})

test('saves NF-e and note; a conflicting save shows both versions and can be repeated', async () => {
  const { orderId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const saved = await pageFor(visitor, path, { nfe: '77', note: 'Uma', lock_version: 0 })
  expect([saved.status, saved.location]).toEqual([303, path])
  const second = await pageFor(visitor, path, { nfe: '78', note: 'Outra', lock_version: 0 })
  expect(second.status).toBe(409)
  expect(second.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  expect(second.text).toContain('ATENÇÃO: Não foi possivel atualizar o pedido!')
  expect(second.text).toContain('gravado “77”, digitado “78”')
  expect(second.html).toContain('value="78"')
  expect(second.html).toMatch(/name="lock_version" value="1"/)
  expect((await pageFor(visitor, path, { nfe: '78', note: 'Outra', lock_version: 1 })).status).toBe(303)
  const long = await pageFor(visitor, path, { nfe: '9'.repeat(61), note: '', lock_version: 2 })
  expect(long.status).toBe(400)
  expect(long.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  await cancelOrder(orderId, byStaff)
  expect((await pageFor(visitor, path)).html).not.toContain('name="nfe"')
  const late = await pageFor(visitor, path, { nfe: '79', note: 'Outra', lock_version: 2 })
  expect([late.status, late.text.includes('Não foi possivel atualizar o pedido!')]).toEqual([409, true])
  expect(late.text).toContain('A NF-e digitada não foi salva 79')
  for (const place of ['href="#campo-nfe"', 'id="campo-nfe"']) expect.soft(late.html).toContain(place)
  expect((await pageFor(visitor, path)).text).not.toContain('não foi salva')
})

test('leaving "paid" requires confirmation and lists suspensions, and an outdated page changes nothing', async () => {
  const { orderId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/status`
  const page = await pageFor(visitor, path)
  expect(page.text).toContain('Ficam suspensas')
  expect(page.text).toContain('Manual da Hélice')
  expect(page.text).not.toContain('Em análise')
  expect((await pageFor(visitor, path, { status: 1, from: 2 })).status).toBe(400)
  expect((await pageFor(visitor, path, { from: 2 })).text).toContain('Escolha a nova situação')
  expect((await pageFor(visitor, path, { status: 4, from: 2, confirmed: 'on' })).status).toBe(400)
  expect((await pageFor(visitor, path, { status: 2, from: 1 })).status).toBe(409)
  expect(await loadStatus(orderId)).toBe(2)
  expect((await pageFor(visitor, path, { status: 1, from: 2, confirmed: 'on' })).status).toBe(303)
  expect(await loadStatus(orderId)).toBe(1)
  expect((await pageFor(visitor, path, { status: 2, from: 1 })).status).toBe(303)
})

test('an order under review is approved or rejected with a reason, and its status cannot be set manually', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  expect((await pageFor(visitor, `/admin/order/${orderId}/status`, { status: 1, from: 4 })).status).toBe(400)
  const empty = await pageFor(visitor, `/admin/order/${orderId}/rejection`, { reason: '  ' })
  expect(empty.status).toBe(400)
  expect(empty.text).toContain('Um motivo precisa ser informado para o cliente')
  const approval = `/admin/order/${orderId}/approval`
  const seen = await findSign(visitor, approval)
  const done = await pageFor(visitor, approval, seen)
  expect(done.location).toBe(`/admin/order/${orderId}`)
  expect((await pageFor(visitor, `/admin/order/${orderId}`)).text).toContain(`Pedido nº ${orderId} aprovado.`)
  expect(await loadStatus(orderId)).toBe(1)
  const fields = { ...seen, reason: 'Sem foco.' }
  const late = await pageFor(visitor, `/admin/order/${orderId}/rejection`, fields)
  expect([late.status, late.text.includes('Sem foco.')]).toEqual([409, true])
  expect(await loadStatus(orderId)).toBe(1)
})

test('approval without a photo requires a reason and is not offered in the queue', async () => {
  const { orderId } = await makeOrderUnderReview()
  await db.updateTable('order_lines').set({ photo: null }).where('order_id', '=', orderId).execute()
  const visitor = await openStaff()
  const queue = await pageFor(visitor, '/admin/review')
  expect(queue.text).toContain('Aprovar sem foto')
  expect(queue.html).not.toMatch(/<button[^>]*button-main[^>]*>Aprovar/)
  const path = `/admin/order/${orderId}/approval?review=0`
  const form = await pageFor(visitor, path)
  expect(form.text).toContain('Aprovar sem foto: motivo')
  expect(form.html).not.toMatch(/<button[^>]*button-main[^>]*>Aprovar/)
  const seen = await findSign(visitor, path)
  for (const fields of [seen, { ...seen, without_photo: '  ' }]) {
    const refused = await pageFor(visitor, path, fields)
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Falta uma foto: informe por que o pedido é aprovado sem ela')
    expect(refused.html).toContain('href="#campo-without_photo"')
    expect(await loadStatus(orderId)).toBe(4)
  }
  const done = await pageFor(visitor, path, { ...seen, without_photo: 'Vista na oficina.' })
  expect(done.location).toBe('/admin/review')
  expect(await loadStatus(orderId)).toBe(1)
  expect((await pageFor(visitor, `/admin/order/${orderId}`)).text).toContain('Vista na oficina.')
})

test('a paid order with a photo returns to review on confirmation, and can be cancelled there', async () => {
  const { orderId } = await makeOrderUnderReview()
  await approveOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/status`
  expect((await pageFor(visitor, path)).text).toContain('Em análise')
  expect((await pageFor(visitor, path, { status: 4, from: 2 })).status).toBe(400)
  expect((await pageFor(visitor, path, { status: 4, from: 2, confirmed: 'on' })).status).toBe(303)
  expect(await loadStatus(orderId)).toBe(4)
  expect((await pageFor(visitor, `/admin/order/${orderId}`)).text).toContain('Alterar situação')
  expect((await pageFor(visitor, path)).text).toContain('Cancelado por aqui, ele não é avisado.')
  expect((await pageFor(visitor, path, { status: 3, from: 4 })).status).toBe(303)
  expect((await pageFor(visitor, `/admin/order/${orderId}`)).text).not.toContain('PEDIDO REPROVADO')
  expect(await loadStatus(orderId)).toBe(3)
})

test('shows the second reviewer the first decision and the typed reason', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const seen = await findSign(visitor, `${path}/rejection`)
  await rejectOrder(orderId, 'Motivo A.', byStaff)
  for (const act of ['rejection', 'new_photo']) {
    const lines = (await listPhotoLines(orderId)).map(({ id }) => String(id))
    const late = await pageFor(visitor, `${path}/${act}`, { ...seen, lines, reason: 'Motivo B.' })
    expect.soft(late.status, act).toBe(409)
    expect.soft(late.text).toContain('O pedido mudou enquanto isso, e nada foi alterado agora.')
    expect.soft(late.text).toContain('O que você escreveu não foi enviado Motivo B.')
  }
  const other = await makeOrderUnderReview()
  const opened = await findSign(visitor, `/admin/order/${other.orderId}/approval`)
  await approveOrder(other.orderId, byStaff)
  await pageFor(visitor, `/admin/order/${other.orderId}/approval`, opened)
  const after = await pageFor(visitor, `/admin/order/${other.orderId}`)
  expect(after.text).toContain('O pedido mudou enquanto isso')
  expect(after.text).not.toContain('aprovado.')
})

test('shows photos replaced or requested again before a decision on them', async () => {
  const { orderId, userId, profileId } = await makeOrderUnderReview()
  const [line] = await listPhotoLines(orderId)
  if (!line) throw new Error('no line')
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const old = await findSign(visitor, '/admin/review')
  await requestPhotos(orderId, { lineIds: [line.id], reason: 'Sem foco.' }, byStaff)
  const asked = await pageFor(visitor, `${path}/approval?review=0`, old)
  expect(asked.status).toBe(409)
  expect(asked.text).toContain('Confira e decida de novo.')
  expect(asked.text).toMatch(/Nova foto pedida ao cliente em .* Sem foco\./)
  const waiting = await findSign(visitor, `${path}/approval`)
  const photo = await storePhoto({ userId }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  await answerPhotoRequest({ orderId, profileId, userId, lineId: line.id, photo }, byStaff)
  for (const fields of [{}, old, waiting]) {
    const lines = [String(line.id)]
    const approved = await pageFor(visitor, `${path}/approval`, fields)
    expect.soft(approved.status).toBe(409)
    expect.soft(approved.html).toContain(photo)
    for (const act of ['rejection', 'new_photo']) {
      const refused = await pageFor(visitor, `${path}/${act}`, { ...fields, lines, reason: 'Escrito.' })
      expect.soft([refused.status, refused.html.includes(photo)], act).toEqual([409, true])
      expect.soft(refused.html).toMatch(/<textarea[^>]*>Escrito\.</)
    }
  }
  expect(await loadStatus(orderId)).toBe(4)
  const fresh = await findSign(visitor, `${path}/approval`)
  expect((await pageFor(visitor, `${path}/approval`, fresh)).status).toBe(303)
  expect(await loadStatus(orderId)).toBe(1)
})

test('the approval shows whether the customer receives a new boleto or the existing one', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/approval`
  expect((await pageFor(visitor, path)).text).toContain('recebe um e-mail e depois o boleto.')
  await approveOrder(orderId, byStaff)
  await giveBoleto(orderId)
  await putUnderReview(orderId, byStaff)
  expect((await pageFor(visitor, path)).text).toContain('com a página do boleto que já existe.')
})

test('the photo queue advances to the next order and returns to a skipped one', async () => {
  const [first, second] = [await makeOrderUnderReview(), await makeOrderUnderReview()]
  const visitor = await openStaff()
  const page = await pageFor(visitor, '/admin/review')
  expect(page.text).toContain(`pedido nº ${first.orderId}`)
  expect(page.text).toMatch(/2 pedidos na fila.*espera há menos de 1 h \(prazo: 24 h\)/)
  const skipped = await pageFor(visitor, `/admin/review?after=${first.orderId}`)
  expect(skipped.text).toContain(`pedido nº ${second.orderId}`)
  const approve = `/admin/order/${second.orderId}/approval?review=${first.orderId}`
  expect(skipped.html).toContain(`action="${approve}"`)
  expect((await pageFor(visitor, approve, signIn(skipped.html))).location).toBe(
    `/admin/review?after=${first.orderId}`,
  )
  expect((await pageFor(visitor, `/admin/review?after=${first.orderId}`)).text).toContain('Fim da fila')
  await pageFor(visitor, `/admin/order/${first.orderId}/approval?review=0`, signIn(page.html))
  expect((await pageFor(visitor, '/admin/review')).text).toContain('Nenhuma foto espera por análise.')
})

test('shows the photos of an order one by one, with the approval at the last', async () => {
  const { orderId } = await makeOrderUnderReview()
  const line = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const { id: _, ...copy } = line
  await db
    .insertInto('order_lines')
    .values({ ...copy, photo: 'outra-foto' })
    .execute()
  const visitor = await openStaff()
  const findReviewKey = (html: string, key: string) =>
    new RegExp(`<(a|button)[^>]*data-review-key="${key}"[^>]*>`).exec(html)
  const first = await pageFor(visitor, '/admin/review')
  expect(first.text).toContain('foto 1 de 2')
  expect(first.html).not.toContain('outra-foto')
  expect(findReviewKey(first.html, 'a')?.[0]).toContain('href="/admin/review?photo=2"')
  const second = await pageFor(visitor, '/admin/review?photo=2')
  expect(second.text).toContain('foto 2 de 2')
  expect([second.html.includes('outra-foto'), findReviewKey(second.html, 'a')?.[1]]).toEqual([true, 'button'])
  expect(findReviewKey(second.html, 'k')?.[0]).toContain('href="/admin/review"')
  const done = await pageFor(visitor, `/admin/order/${orderId}/approval?review=0`, signIn(second.html))
  expect(done.location).toBe('/admin/review')
  expect(await loadStatus(orderId)).toBe(1)
})

test('the queue approves an order whose publication no longer requires a photo', async () => {
  const { orderId, publicationId } = await makeOrderUnderReview()
  await db
    .updateTable('publications')
    .set({ has_photo_upload: false })
    .where('id', '=', publicationId)
    .execute()
  await db.updateTable('order_lines').set({ photo: null }).where('order_id', '=', orderId).execute()
  const visitor = await openStaff()
  const page = await pageFor(visitor, '/admin/review')
  expect(page.html).toMatch(/<button[^>]*data-review-key="a"/)
  expect(page.text).toContain('(14) 99999-0000')
  await pageFor(visitor, `/admin/order/${orderId}/approval?review=0`, signIn(page.html))
  expect(await loadStatus(orderId)).toBe(1)
})

test('the photo queue can go backwards', async () => {
  const made = [await makeOrderUnderReview(), await makeOrderUnderReview(), await makeOrderUnderReview()]
  const [first = 0, second = 0] = made.map(({ orderId }) => orderId)
  const visitor = await openStaff()
  const findPrevious = async (path: string) =>
    /<a[^>]*href="([^"]*)"[^>]*data-review-key="k"/.exec((await pageFor(visitor, path)).html)?.[1]
  expect(await findPrevious('/admin/review')).toBeUndefined()
  expect(await findPrevious(`/admin/review?after=${first}`)).toBe('/admin/review')
  expect(await findPrevious(`/admin/review?after=${second}`)).toBe(`/admin/review?after=${first}`)
})

const readHead = (html: string) => /<header class="heading">.*?<\/header>/s.exec(html)?.[0] ?? ''

test('an order shows the state of its shipment, the next action for it and why it has no boleto', async () => {
  const order = await makePaidOrder()
  const visitor = await openStaff()
  const before = await pageFor(visitor, `/admin/order/${order.orderId}`)
  expect(before.text).toContain('Nenhum: o pedido já está pago')
  expect(before.text).not.toContain('Ainda não foi gerado')
  const preparation = paths.admin.waiting({ search: `#${order.orderId}` })
  const stranger = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ nfe: `${order.orderId}1`, purchase_order: `${order.orderId}2` })
    .where('id', '=', stranger.orderId)
    .execute()
  expect(readHead(before.html)).toContain('A enviar')
  expect(before.html).toContain(`href="${preparation}"`)
  const waiting = await pageFor(visitor, preparation)
  expect(waiting.html).toContain(`href="/admin/order/${order.orderId}"`)
  expect(waiting.html).not.toContain(`href="/admin/order/${stranger.orderId}"`)
  await markSent(await makeShipment(order), { date: '2026-11-05', trackCode }, byStaff)
  const page = await pageFor(visitor, `/admin/order/${order.orderId}`)
  expect(page.text).toContain(`Rastrear ${trackCode}`)
  expect(readHead(page.html)).toContain('Enviado')
  expect(page.html).not.toContain(preparation)
  await cancelOrder(order.orderId, byStaff)
  expect((await pageFor(visitor, `/admin/order/${order.orderId}`)).text).not.toContain('Ainda não foi gerado')
})

test('the customer replaces a requested photo and sees an error for an invalid one', async () => {
  const { orderId, userId } = await makeOrderUnderReview()
  const [line] = await listPhotoLines(orderId)
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/new_photo`
  expect((await pageFor(visitor, path, { lines: String(line?.id) })).status).toBe(400)
  const seen = await findSign(visitor, path)
  const asked = await pageFor(visitor, path, { ...seen, lines: String(line?.id), reason: 'Sem foco.' })
  expect(asked.location).toBe(`/admin/order/${orderId}`)

  const owner = await loginAs({ userId })
  expect((await pageFor(owner, `/orders/${orderId}`)).text).toContain('Enviar nova foto')
  expect((await pageFor(owner, `/orders/${orderId}/photo`)).text).toContain('Sem foco.')
  const send = (bytes: Uint8Array) =>
    owner.postFiles(
      sendPhoto,
      `/orders/${orderId}/photo`,
      {},
      { [`photo.${line?.id}`]: { name: 'a.jpg', bytes } },
      { id: String(orderId) },
    )
  expect((await send(Buffer.from('not a picture'))).status).toBe(400)
  const nothing = await pageFor(owner, `/orders/${orderId}/photo`, {})
  expect([nothing.status, nothing.text.includes('Envio obrigatório')]).toEqual([400, true])
  const sent = await send(await plain(40, 30).jpeg().toBuffer())
  expect(sent.location).toBe(`/orders/${orderId}`)
  expect(await findOpenPhotoRequest(orderId)).toBeUndefined()
  expect((await listPhotoLines(orderId))[0]?.photo).not.toBe(line?.photo)
  expect((await pageFor(owner, `/orders/${orderId}/photo`)).text).toContain('Nenhuma foto é pedida')
})

test('validates files by content, shows them after payment, and removes on confirmation', async () => {
  const { orderId, userId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const add = (name: string, bytes: Uint8Array, kind = 'nfe') =>
    visitor.postFiles(addFile, `${path}/files`, { kind }, { file: { name, bytes } }, { id: String(orderId) })
  expect((await add('a.pdf', Buffer.from('<html>'))).status).toBe(400)
  expect((await pageFor(visitor, `${path}/files`, { kind: 'file' })).text).toContain('Escolha um arquivo')
  expect((await add('DANFE 12.pdf', Buffer.from('%PDF-1.7 invented'))).location).toBe(path)
  const [file] = await listOrderFiles(orderId)
  if (!file) throw new Error('no file')
  const owner = await loginAs({ userId })
  expect((await pageFor(owner, `/orders/${orderId}`)).text).toContain('DANFE 12.pdf')
  const content = await pageFor(owner, `/orders/${orderId}/files/${file.id}`)
  expect(content.html).toBe('%PDF-1.7 invented')
  expect(content.headers.get('Content-Disposition')).toContain('attachment')

  const removal = `${path}/files/${file.id}/removal`
  expect((await pageFor(visitor, removal)).text).toContain('O arquivo DANFE 12.pdf sai do pedido')
  expect((await pageFor(visitor, removal, {})).location).toBe(path)
  expect(await findFileSize(file.file)).toBeUndefined()
  expect((await pageFor(owner, `/orders/${orderId}/files/${file.id}`)).status).toBe(404)
  expect((await pageFor(visitor, path)).text).toMatch(/Arquivo removido.*Arquivo incluído/)
})

test('does not delete the content of an invoice that can no longer be removed', async () => {
  const { orderId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const files = { file: { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') } }
  await visitor.postFiles(addFile, `${path}/files`, { kind: 'nfe' }, files, { id: String(orderId) })
  const [file] = await listOrderFiles(orderId)
  const listStored = () => listFiles('orders', new Date(Date.now() + 60_000))
  const before = await listStored()
  await cancelOrder(orderId, byStaff)
  const late = await visitor.postFiles(addFile, `${path}/files`, { kind: 'nfe' }, files, {
    id: String(orderId),
  })
  expect(late.status).toBe(400)
  await pageFor(visitor, `${path}/files/${file?.id}/removal`, {})
  expect((await pageFor(visitor, path)).text).toContain('Não foi possivel atualizar o pedido!')
  expect(await listOrderFiles(orderId)).toHaveLength(1)
  expect(await findFileSize(file?.file ?? '')).toBe(8)
  expect(await listStored()).toEqual(before)
})

test('returns 404 to the customer for a file of an order never paid', async () => {
  const { orderId, userId } = await makeOrder({ [await makePublication()]: 1 })
  const visitor = await openStaff()
  const files = { file: { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') } }
  const path = `/admin/order/${orderId}/files`
  const locked = await visitor.postFiles(addFile, path, { kind: 'nfe' }, files, { id: String(orderId) })
  expect(locked.status).toBe(400)
  await visitor.postFiles(addFile, path, { kind: 'file' }, files, { id: String(orderId) })
  const [file] = await listOrderFiles(orderId)
  const owner = await loginAs({ userId })
  expect((await pageFor(owner, `/orders/${orderId}/files/${file?.id}`)).status).toBe(404)
  expect((await pageFor(visitor, `/orders/${orderId}/files/${file?.id}`)).status).toBe(200)
})

/** Creates a withdrawal of a paid order's first line. Returns its pages. */
async function makeWithdrawal() {
  const order = await makePaidOrder()
  const wish = { lineIds: order.lineIds.slice(0, 1), reason: null, refundTo: 'chave@exemplo.test' }
  const made = await requestWithdrawal({ ...order, ...wish }, byStaff, '2026-11-21')
  if (typeof made === 'string') throw new Error(made)
  const path = `/admin/order/${order.orderId}`
  return { ...order, request: made.id, path, answer: `${path}/withdrawal?request=${made.id}` }
}
const countSuspended = async () =>
  (await db.selectFrom('subscriptions').select('id').where('suspended_at', 'is not', null).execute()).length

test('accepts a withdrawal on a page that lists its consequences, and reports a second decision as late', async () => {
  const { path, answer, request } = await makeWithdrawal()
  const visitor = await openStaff()
  const page = await pageFor(visitor, path)
  for (const words of ['Responder', 'chave@exemplo.test', 'Protocolo D', 'Situação Aberta'])
    expect.soft(page.text).toContain(words)
  expect(page.html).toContain(`href="${answer}"`)
  expect((await pageFor(visitor, answer)).text).toMatch(
    /Se a desistência for aceita Ficam suspensas, sem download, e não voltam: nº \d+/,
  )
  expect(await countSuspended()).toBe(0)
  expect((await pageFor(visitor, answer, { request, outcome: 'accepted' })).location).toBe(path)
  expect(await countSuspended()).toBe(1)
  const after = await pageFor(visitor, path)
  expect(after.text).toMatch(/Resposta registrada\. O cliente recebe um e-mail\..*Resposta Aceita em/)
  expect(after.text).toContain('Desistência aceita')
  expect(after.text).not.toContain('Responder')
  await pageFor(visitor, answer, { request, outcome: 'refused', reason: 'Lacre aberto.' })
  const late = await pageFor(visitor, path)
  expect(late.text).toContain('Esta desistência já foi respondida, e nada foi alterado agora.')
  expect(late.text).toContain('Resposta Aceita em')
  expect((await pageFor(visitor, answer)).text).not.toContain('Aceitar a desistência')
})

test('rejecting a withdrawal requires a reason and suspends no unit', async () => {
  const { path, answer, request } = await makeWithdrawal()
  const visitor = await openStaff()
  expect((await pageFor(visitor, answer)).text).toContain('veio no prazo da lei (CDC, art. 49')
  const silent = await pageFor(visitor, answer, { request, outcome: 'refused', reason: ' ' })
  expect([silent.status, silent.text.includes('Motivo: Diga o motivo, que o cliente vai ler')]).toEqual([
    400,
    true,
  ])
  await pageFor(visitor, answer, { request, outcome: 'refused', reason: 'Lacre aberto.' })
  const { text } = await pageFor(visitor, path)
  expect(text).toMatch(/Resposta Recusada em.*: Lacre aberto\..*Desistência recusada/)
  expect(await countSuspended()).toBe(0)
})

test.each([{}, { outcome: '' }, { outcome: 'yes' }])(
  'rejects the decision %j on a withdrawal',
  async (fields) => {
    const { answer, request } = await makeWithdrawal()
    const visitor = await openStaff()
    const page = await pageFor(visitor, answer, { request, ...fields })
    expect([page.status, page.text.includes('Escolha aceitar ou recusar')]).toEqual([400, true])
    expect(await countSuspended()).toBe(0)
  },
)

test('decides a withdrawal only at its own order, and redirects to the order when it has none', async () => {
  const [one, other] = [await makeWithdrawal(), await makeWithdrawal()]
  const visitor = await openStaff()
  const strange = `${one.path}/withdrawal?request=${other.request}`
  expect((await pageFor(visitor, strange)).status).toBe(404)
  const fields = { request: other.request, outcome: 'accepted' }
  expect((await pageFor(visitor, `${one.path}/withdrawal`, fields)).status).toBe(404)
  expect((await pageFor(visitor, `${one.path}/withdrawal`)).location).toBe(one.path)
  expect(await countSuspended()).toBe(0)
})

test('returns 404 to a stranger for another customer’s photo request', async () => {
  const { orderId } = await makeOrderUnderReview()
  const lineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  await requestPhotos(orderId, { lineIds, reason: 'Sem foco.' }, byStaff)
  const stranger = await loginAs(await makeOrderUnderReview())
  expect((await pageFor(stranger, `/orders/${orderId}/photo`)).status).toBe(404)
  expect((await pageFor(stranger, `/orders/${orderId}/photo`, {})).status).toBe(404)
})

test('finds all of hundreds of clients with one name, with orders, units and shipments', async () => {
  const order = await makePaidOrder()
  await makeShipment(order)
  await makeShipment(await makePaidOrder())
  const users = Array.from({ length: 350 }, (_, index) => ({
    email: `muitas-${index}@exemplo.test`,
    password_hash: null,
  }))
  const made = await db.insertInto('users').values(users).executeTakeFirstOrThrow()
  const first = Number(made.insertId)
  const people = users.map((_, index) => ({
    user_id: first + index,
    is_company: false,
    name: `Zélia ${index}`,
  }))
  await db.insertInto('profiles').values(people).execute()
  await db.updateTable('profiles').set({ name: 'Zélia' }).where('id', '=', order.profileId).execute()
  await db.deleteFrom('person_texts').where('profile_id', '=', order.profileId).execute()
  await indexMissingPeople()
  const visitor = await openStaff()
  const found = { orders: '1 resultado', expeditions: '1 resultado', signatures: '3 resultados' }
  for (const [list, count] of Object.entries({ ...found, users: '351 resultados' })) {
    const { text } = await pageFor(visitor, `/admin/${list}?search=z%C3%A9lia`)
    expect.soft(text, list).toContain(count)
    expect.soft(text, list).not.toContain('digite mais para achar')
  }
})

test('corrects a decision with a reason, with the same result as the right decision', async () => {
  const { path, answer, request } = await makeWithdrawal()
  const visitor = await openStaff()
  await pageFor(visitor, answer, { request, outcome: 'accepted' })
  const { html } = await pageFor(visitor, answer)
  const seen = /name="seen" value="(\d+)"/.exec(html)?.[1] ?? ''
  const correct = (reason: string) =>
    pageFor(visitor, answer, { request, outcome: 'corrected', reason, seen })
  expect((await correct(' ')).status).toBe(400)
  expect((await correct('Era o outro pedido.')).location).toBe(path)
  expect(await countSuspended()).toBe(0)
  const { text } = await pageFor(visitor, path)
  expect(text).toMatch(/Corrigida para Recusada em.*: Era o outro pedido\./)
  expect(text).toContain('Resposta à desistência corrigida')
  await correct('Outra vez.')
  expect((await pageFor(visitor, path)).text).toContain('Esta desistência já foi respondida')
})
