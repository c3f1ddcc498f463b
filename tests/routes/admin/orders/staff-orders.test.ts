import { beforeEach, expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
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
import { makePlainPicture } from '#tests/gateways/pictures.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { giveBoleto } from '#tests/support/boletos.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

const openStaff = async () => loginAs({ userId: await makeStaff() })
const loadStatus = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** Returns the field in which a review page sends the displayed photos. */
function readPhotoField(html: string) {
  return { seen: /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '' }
}

async function loadPhotoField(visitor: Visitor, path: string) {
  return readPhotoField((await fetchPage(visitor, path)).html)
}

test('list and file show an order found by number, and a search without matches shows a message', async () => {
  const { orderId } = await makeOrderUnderReview()
  await rejectOrder(orderId, 'Sem foco.', byStaff)
  const visitor = await openStaff()
  const page = await fetchPage(visitor, `/admin/orders?search=${orderId}`)
  for (const expectedText of [
    'Pedido Cancelado / Reprovado',
    'Ana Inventada da Silva',
    'Novo pedido',
    '1 resultado',
  ])
    expect.soft(page.text).toContain(expectedText)
  const emptyPage = await fetchPage(visitor, '/admin/orders?search=nothing-like-this')
  expect(emptyPage.text).toContain('Nenhum resultado pode ser encontrado')
  const file = await fetchPage(visitor, `/admin/orders.csv?search=${orderId}`)
  expect(file.headers.get('Content-Disposition')).toMatch(/pedidos-.*\.csv/)
  expect(file.html).toContain(`${orderId};`)
  expect(file.html).toContain(';NF;')
  // The heading and the order.
  expect(file.html.trim().split('\r\n')).toHaveLength(2)
})

test.each(['0', 'abc', '4000000'])(
  'returns 404 for order %s at the addresses of page, status, review and files',
  async (id) => {
    const visitor = await openStaff()
    for (const act of ['', '/status', '/approval', '/rejection', '/new_photo', '/files', '/files/1/removal'])
      for (const fields of [undefined, {}])
        expect.soft((await fetchPage(visitor, `/admin/order/${id}${act}`, fields)).status, act).toBe(404)
  },
)

test('shows acts, phone and address of an order under review, and after its rejection only the reason', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  const page = await fetchPage(visitor, `/admin/order/${orderId}`)
  for (const expectedText of [
    'Aprovar',
    'Reprovar',
    'Pedir nova foto',
    'Placares',
    '(14) 99999-0000',
    'Rua das Hélices',
  ])
    expect.soft(page.text).toContain(expectedText)
  await rejectOrder(orderId, 'A placa está fora de foco.', byStaff)
  const pageAfter = await fetchPage(visitor, `/admin/order/${orderId}`)
  expect(pageAfter.text).toMatch(/PEDIDO REPROVADO A placa está fora de foco\./)
  expect(pageAfter.text).not.toContain('Alterar situação')
})

test('offers no request for a new photo when no title of the order requires a photo', async () => {
  const { orderId, publicationId } = await makeOrderUnderReview()
  await db.updateTable('order_lines').set({ photo: null }).where('order_id', '=', orderId).execute()
  await db
    .updateTable('publications')
    .set({ has_photo_upload: false })
    .where('id', '=', publicationId)
    .execute()
  const visitor = await openStaff()
  for (const page of [`order/${orderId}`, `order/${orderId}/status`, 'review', 'today']) {
    const { html, text } = await fetchPage(visitor, `/admin/${page}`)
    expect.soft(text, page).toContain(page === 'today' ? 'foto em análise' : 'Reprovar')
    expect.soft(html, page).not.toContain('/new_photo')
  }
  const { html } = await fetchPage(visitor, `/admin/order/${orderId}/rejection`)
  expect(html).not.toContain('/new_photo')
})

test('saves NF-e and note, shows both versions after a conflict, and rejects a too long NF-e or a cancelled order', async () => {
  const { orderId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const savedPage = await fetchPage(visitor, path, { nfe: '77', note: 'Uma', lock_version: 0 })
  expect([savedPage.status, savedPage.location]).toEqual([303, path])
  const conflictPage = await fetchPage(visitor, path, { nfe: '78', note: 'Outra', lock_version: 0 })
  expect(conflictPage.status).toBe(409)
  expect(conflictPage.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  expect(conflictPage.text).toContain('ATENÇÃO: Não foi possivel atualizar o pedido!')
  expect(conflictPage.text).toContain('gravado “77”, digitado “78”')
  expect(conflictPage.html).toContain('value="78"')
  expect(conflictPage.html).toMatch(/name="lock_version" value="1"/)
  expect((await fetchPage(visitor, path, { nfe: '78', note: 'Outra', lock_version: 1 })).status).toBe(303)
  const tooLongNfe = '9'.repeat(61)
  const longPage = await fetchPage(visitor, path, { nfe: tooLongNfe, note: '', lock_version: 2 })
  expect(longPage.status).toBe(400)
  expect(longPage.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  await cancelOrder(orderId, byStaff)
  expect((await fetchPage(visitor, path)).html).not.toContain('name="nfe"')
  const latePage = await fetchPage(visitor, path, { nfe: '79', note: 'Outra', lock_version: 2 })
  expect([latePage.status, latePage.text.includes('Não foi possivel atualizar o pedido!')]).toEqual([
    409,
    true,
  ])
  expect(latePage.text).toContain('A NF-e digitada não foi salva 79')
  for (const place of ['href="#campo-nfe"', 'id="campo-nfe"']) expect.soft(latePage.html).toContain(place)
  expect((await fetchPage(visitor, path)).text).not.toContain('não foi salva')
})

test('leaving "paid" requires a new status and a confirmation and lists suspensions, and an outdated page changes nothing', async () => {
  const { orderId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/status`
  const page = await fetchPage(visitor, path)
  expect(page.text).toContain('Ficam suspensas')
  expect(page.text).toContain('Manual da Hélice')
  expect(page.text).not.toContain('Em análise')
  expect(
    (await fetchPage(visitor, path, { status: orderStatus.pendingPayment, from: orderStatus.confirmed }))
      .status,
  ).toBe(400)
  expect((await fetchPage(visitor, path, { from: orderStatus.confirmed })).text).toContain(
    'Escolha a nova situação',
  )
  expect(
    (
      await fetchPage(visitor, path, {
        status: orderStatus.underReview,
        from: orderStatus.confirmed,
        confirmed: 'on',
      })
    ).status,
  ).toBe(400)
  expect(
    (await fetchPage(visitor, path, { status: orderStatus.confirmed, from: orderStatus.pendingPayment }))
      .status,
  ).toBe(409)
  expect(await loadStatus(orderId)).toBe(orderStatus.confirmed)
  expect(
    (
      await fetchPage(visitor, path, {
        status: orderStatus.pendingPayment,
        from: orderStatus.confirmed,
        confirmed: 'on',
      })
    ).status,
  ).toBe(303)
  expect(await loadStatus(orderId)).toBe(orderStatus.pendingPayment)
  expect(
    (await fetchPage(visitor, path, { status: orderStatus.confirmed, from: orderStatus.pendingPayment }))
      .status,
  ).toBe(303)
})

test('an order under review is approved, not set to another status, and not rejected without a reason or after approval', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  expect(
    (
      await fetchPage(visitor, `/admin/order/${orderId}/status`, {
        status: orderStatus.pendingPayment,
        from: orderStatus.underReview,
      })
    ).status,
  ).toBe(400)
  const emptyPage = await fetchPage(visitor, `/admin/order/${orderId}/rejection`, { reason: '  ' })
  expect(emptyPage.status).toBe(400)
  expect(emptyPage.text).toContain('Um motivo precisa ser informado para o cliente')
  const approval = `/admin/order/${orderId}/approval`
  const seen = await loadPhotoField(visitor, approval)
  const resultPage = await fetchPage(visitor, approval, seen)
  expect(resultPage.location).toBe(`/admin/order/${orderId}`)
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).text).toContain(
    `Pedido nº ${orderId} aprovado.`,
  )
  expect(await loadStatus(orderId)).toBe(orderStatus.pendingPayment)
  const fields = { ...seen, reason: 'Sem foco.' }
  const latePage = await fetchPage(visitor, `/admin/order/${orderId}/rejection`, fields)
  expect([latePage.status, latePage.text.includes('Sem foco.')]).toEqual([409, true])
  expect(await loadStatus(orderId)).toBe(orderStatus.pendingPayment)
})

test('approval without a photo requires a reason, and no main button offers the approval', async () => {
  const { orderId } = await makeOrderUnderReview()
  await db.updateTable('order_lines').set({ photo: null }).where('order_id', '=', orderId).execute()
  const visitor = await openStaff()
  const queue = await fetchPage(visitor, '/admin/review')
  expect(queue.text).toContain('Aprovar sem foto')
  expect(queue.html).not.toMatch(/<button[^>]*button-main[^>]*>Aprovar/)
  const path = `/admin/order/${orderId}/approval?review=0`
  const form = await fetchPage(visitor, path)
  expect(form.text).toContain('Aprovar sem foto: motivo')
  expect(form.html).not.toMatch(/<button[^>]*button-main[^>]*>Aprovar/)
  const seen = await loadPhotoField(visitor, path)
  for (const fields of [seen, { ...seen, without_photo: '  ' }]) {
    const rejectedPage = await fetchPage(visitor, path, fields)
    expect(rejectedPage.status).toBe(400)
    expect(rejectedPage.text).toContain('Falta uma foto: informe por que o pedido é aprovado sem ela')
    expect(rejectedPage.html).toContain('href="#campo-without_photo"')
    expect(await loadStatus(orderId)).toBe(orderStatus.underReview)
  }
  const resultPage = await fetchPage(visitor, path, { ...seen, without_photo: 'Vista na oficina.' })
  expect(resultPage.location).toBe('/admin/review')
  expect(await loadStatus(orderId)).toBe(orderStatus.pendingPayment)
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).text).toContain('Vista na oficina.')
})

test('a paid order with a photo returns to review on confirmation, and can be cancelled there', async () => {
  const { orderId } = await makeOrderUnderReview()
  await approveOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/status`
  expect((await fetchPage(visitor, path)).text).toContain('Em análise')
  expect(
    (await fetchPage(visitor, path, { status: orderStatus.underReview, from: orderStatus.confirmed })).status,
  ).toBe(400)
  expect(
    (
      await fetchPage(visitor, path, {
        status: orderStatus.underReview,
        from: orderStatus.confirmed,
        confirmed: 'on',
      })
    ).status,
  ).toBe(303)
  expect(await loadStatus(orderId)).toBe(orderStatus.underReview)
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).text).toContain('Alterar situação')
  expect((await fetchPage(visitor, path)).text).toContain('Cancelado por aqui, ele não é avisado.')
  expect(
    (await fetchPage(visitor, path, { status: orderStatus.cancelled, from: orderStatus.underReview })).status,
  ).toBe(303)
  expect((await fetchPage(visitor, `/admin/order/${orderId}`)).text).not.toContain('PEDIDO REPROVADO')
  expect(await loadStatus(orderId)).toBe(orderStatus.cancelled)
})

test('a second decision changes nothing, and the page shows that the order changed and the typed reason', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const seen = await loadPhotoField(visitor, `${path}/rejection`)
  await rejectOrder(orderId, 'Motivo A.', byStaff)
  for (const act of ['rejection', 'new_photo']) {
    const lines = (await listPhotoLines(orderId)).map(({ id }) => String(id))
    const latePage = await fetchPage(visitor, `${path}/${act}`, { ...seen, lines, reason: 'Motivo B.' })
    expect.soft(latePage.status, act).toBe(409)
    expect.soft(latePage.text).toContain('O pedido mudou enquanto isso, e nada foi alterado agora.')
    expect.soft(latePage.text).toContain('O que você escreveu não foi enviado Motivo B.')
  }
  const otherOrder = await makeOrderUnderReview()
  const photoFields = await loadPhotoField(visitor, `/admin/order/${otherOrder.orderId}/approval`)
  await approveOrder(otherOrder.orderId, byStaff)
  await fetchPage(visitor, `/admin/order/${otherOrder.orderId}/approval`, photoFields)
  const pageAfter = await fetchPage(visitor, `/admin/order/${otherOrder.orderId}`)
  expect(pageAfter.text).toContain('O pedido mudou enquanto isso')
  expect(pageAfter.text).not.toContain('aprovado.')
})

test('rejects a decision on a photo that was requested again or replaced, and shows the new photo', async () => {
  const { orderId, userId, profileId } = await makeOrderUnderReview()
  const [line] = await listPhotoLines(orderId)
  if (!line) throw new Error('no line')
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const oldPhotoField = await loadPhotoField(visitor, '/admin/review')
  await requestPhotos(orderId, { lineIds: [line.id], reason: 'Sem foco.' }, byStaff)
  const questionPage = await fetchPage(visitor, `${path}/approval?review=0`, oldPhotoField)
  expect(questionPage.status).toBe(409)
  expect(questionPage.text).toContain('Confira e decida de novo.')
  expect(questionPage.text).toMatch(/Nova foto pedida ao cliente em .* Sem foco\./)
  const photoFieldDuringRequest = await loadPhotoField(visitor, `${path}/approval`)
  const photo = await storePhoto({ userId }, { type: 'image/jpeg', bytes: 1, width: 1, height: 1 })
  await answerPhotoRequest({ orderId, profileId, userId, lineId: line.id, photo }, byStaff)
  for (const fields of [{}, oldPhotoField, photoFieldDuringRequest]) {
    const lines = [String(line.id)]
    const approved = await fetchPage(visitor, `${path}/approval`, fields)
    expect.soft(approved.status).toBe(409)
    expect.soft(approved.html).toContain(photo)
    for (const act of ['rejection', 'new_photo']) {
      const rejectedPage = await fetchPage(visitor, `${path}/${act}`, {
        ...fields,
        lines,
        reason: 'Escrito.',
      })
      expect.soft([rejectedPage.status, rejectedPage.html.includes(photo)], act).toEqual([409, true])
      expect.soft(rejectedPage.html).toMatch(/<textarea[^>]*>Escrito\.</)
    }
  }
  expect(await loadStatus(orderId)).toBe(orderStatus.underReview)
  const newPhotoField = await loadPhotoField(visitor, `${path}/approval`)
  expect((await fetchPage(visitor, `${path}/approval`, newPhotoField)).status).toBe(303)
  expect(await loadStatus(orderId)).toBe(orderStatus.pendingPayment)
})

test('the approval shows whether the customer receives a new boleto or the existing one', async () => {
  const { orderId } = await makeOrderUnderReview()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/approval`
  expect((await fetchPage(visitor, path)).text).toContain('recebe um e-mail e depois o boleto.')
  await approveOrder(orderId, byStaff)
  await giveBoleto(orderId)
  await putUnderReview(orderId, byStaff)
  expect((await fetchPage(visitor, path)).text).toContain('com a página do boleto que já existe.')
})

test('the photo queue skips an order, ends after the others and is empty after the skipped one is approved', async () => {
  const [firstOrder, secondOrder] = [await makeOrderUnderReview(), await makeOrderUnderReview()]
  const visitor = await openStaff()
  const page = await fetchPage(visitor, '/admin/review')
  expect(page.text).toContain(`pedido nº ${firstOrder.orderId}`)
  expect(page.text).toMatch(/2 pedidos na fila.*espera há menos de 1 h \(prazo: 24 h\)/)
  const skipped = await fetchPage(visitor, `/admin/review?after=${firstOrder.orderId}`)
  expect(skipped.text).toContain(`pedido nº ${secondOrder.orderId}`)
  const approve = `/admin/order/${secondOrder.orderId}/approval?review=${firstOrder.orderId}`
  expect(skipped.html).toContain(`action="${approve}"`)
  expect((await fetchPage(visitor, approve, readPhotoField(skipped.html))).location).toBe(
    `/admin/review?after=${firstOrder.orderId}`,
  )
  expect((await fetchPage(visitor, `/admin/review?after=${firstOrder.orderId}`)).text).toContain(
    'Fim da fila',
  )
  await fetchPage(visitor, `/admin/order/${firstOrder.orderId}/approval?review=0`, readPhotoField(page.html))
  expect((await fetchPage(visitor, '/admin/review')).text).toContain('Nenhuma foto espera por análise.')
})

test('shows the photos of an order one by one, with the approval only at the last photo', async () => {
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
  const firstPhotoPage = await fetchPage(visitor, '/admin/review')
  expect(firstPhotoPage.text).toContain('foto 1 de 2')
  expect(firstPhotoPage.html).not.toContain('outra-foto')
  expect(findReviewKey(firstPhotoPage.html, 'a')?.[0]).toContain('href="/admin/review?photo=2"')
  const secondPhotoPage = await fetchPage(visitor, '/admin/review?photo=2')
  expect(secondPhotoPage.text).toContain('foto 2 de 2')
  expect([
    secondPhotoPage.html.includes('outra-foto'),
    findReviewKey(secondPhotoPage.html, 'a')?.[1],
  ]).toEqual([true, 'button'])
  expect(findReviewKey(secondPhotoPage.html, 'k')?.[0]).toContain('href="/admin/review"')
  const resultPage = await fetchPage(
    visitor,
    `/admin/order/${orderId}/approval?review=0`,
    readPhotoField(secondPhotoPage.html),
  )
  expect(resultPage.location).toBe('/admin/review')
  expect(await loadStatus(orderId)).toBe(orderStatus.pendingPayment)
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
  const page = await fetchPage(visitor, '/admin/review')
  expect(page.html).toMatch(/<button[^>]*data-review-key="a"/)
  expect(page.text).toContain('(14) 99999-0000')
  await fetchPage(visitor, `/admin/order/${orderId}/approval?review=0`, readPhotoField(page.html))
  expect(await loadStatus(orderId)).toBe(orderStatus.pendingPayment)
})

test('the photo queue links to the previous order', async () => {
  const orders = [await makeOrderUnderReview(), await makeOrderUnderReview(), await makeOrderUnderReview()]
  const [firstOrderId = 0, secondOrderId = 0] = orders.map(({ orderId }) => orderId)
  const visitor = await openStaff()
  const findPrevious = async (path: string) =>
    /<a[^>]*href="([^"]*)"[^>]*data-review-key="k"/.exec((await fetchPage(visitor, path)).html)?.[1]
  expect(await findPrevious('/admin/review')).toBeUndefined()
  expect(await findPrevious(`/admin/review?after=${firstOrderId}`)).toBe('/admin/review')
  expect(await findPrevious(`/admin/review?after=${secondOrderId}`)).toBe(
    `/admin/review?after=${firstOrderId}`,
  )
})

const readHead = (html: string) => /<header class="heading">.*?<\/header>/s.exec(html)?.[0] ?? ''

test('an order shows why it has no boleto and the state of its shipment, and links to its waiting copies', async () => {
  const order = await makePaidOrder()
  const visitor = await openStaff()
  const pageBefore = await fetchPage(visitor, `/admin/order/${order.orderId}`)
  expect(pageBefore.text).toContain('Nenhum: o pedido já está pago')
  expect(pageBefore.text).not.toContain('Ainda não foi gerado')
  const preparation = paths.admin.waiting({ search: `#${order.orderId}` })
  const orderWithSimilarNumbers = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ nfe: `${order.orderId}1`, purchase_order: `${order.orderId}2` })
    .where('id', '=', orderWithSimilarNumbers.orderId)
    .execute()
  expect(readHead(pageBefore.html)).toContain('A enviar')
  expect(pageBefore.html).toContain(`href="${preparation}"`)
  const waiting = await fetchPage(visitor, preparation)
  expect(waiting.html).toContain(`href="/admin/order/${order.orderId}"`)
  expect(waiting.html).not.toContain(`href="/admin/order/${orderWithSimilarNumbers.orderId}"`)
  await markSent(await makeShipment(order), { date: '2026-11-05', trackCode }, byStaff)
  const page = await fetchPage(visitor, `/admin/order/${order.orderId}`)
  expect(page.text).toContain(`Rastrear ${trackCode}`)
  expect(readHead(page.html)).toContain('Enviado')
  expect(page.html).not.toContain(preparation)
  await cancelOrder(order.orderId, byStaff)
  expect((await fetchPage(visitor, `/admin/order/${order.orderId}`)).text).not.toContain(
    'Ainda não foi gerado',
  )
})

test('the customer replaces a requested photo, and an invalid or missing photo is rejected', async () => {
  const { orderId, userId } = await makeOrderUnderReview()
  const [line] = await listPhotoLines(orderId)
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}/new_photo`
  expect((await fetchPage(visitor, path, { lines: String(line?.id) })).status).toBe(400)
  const seen = await loadPhotoField(visitor, path)
  const requestPage = await fetchPage(visitor, path, {
    ...seen,
    lines: String(line?.id),
    reason: 'Sem foco.',
  })
  expect(requestPage.location).toBe(`/admin/order/${orderId}`)

  const owner = await loginAs({ userId })
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain('Enviar nova foto')
  expect((await fetchPage(owner, `/orders/${orderId}/photo`)).text).toContain('Sem foco.')
  const sendPicture = (bytes: Uint8Array) =>
    owner.postFiles(
      sendPhoto,
      `/orders/${orderId}/photo`,
      {},
      { [`photo.${line?.id}`]: { name: 'a.jpg', bytes } },
      { id: String(orderId) },
    )
  expect((await sendPicture(Buffer.from('not a picture'))).status).toBe(400)
  const emptyAnswer = await fetchPage(owner, `/orders/${orderId}/photo`, {})
  expect([emptyAnswer.status, emptyAnswer.text.includes('Envio obrigatório')]).toEqual([400, true])
  const photoAnswer = await sendPicture(await makePlainPicture(40, 30).jpeg().toBuffer())
  expect(photoAnswer.location).toBe(`/orders/${orderId}`)
  expect(await findOpenPhotoRequest(orderId)).toBeUndefined()
  expect((await listPhotoLines(orderId))[0]?.photo).not.toBe(line?.photo)
  expect((await fetchPage(owner, `/orders/${orderId}/photo`)).text).toContain('Nenhuma foto é pedida')
})

test('rejects a file with wrong content, shows a valid file to the customer and removes it on confirmation', async () => {
  const { orderId, userId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const addOrderFile = (name: string, bytes: Uint8Array, kind = 'nfe') =>
    visitor.postFiles(addFile, `${path}/files`, { kind }, { file: { name, bytes } }, { id: String(orderId) })
  expect((await addOrderFile('a.pdf', Buffer.from('<html>'))).status).toBe(400)
  expect((await fetchPage(visitor, `${path}/files`, { kind: 'file' })).text).toContain('Escolha um arquivo')
  expect((await addOrderFile('DANFE 12.pdf', Buffer.from('%PDF-1.7 invented'))).location).toBe(path)
  const [file] = await listOrderFiles(orderId)
  if (!file) throw new Error('no file')
  const owner = await loginAs({ userId })
  expect((await fetchPage(owner, `/orders/${orderId}`)).text).toContain('DANFE 12.pdf')
  const content = await fetchPage(owner, `/orders/${orderId}/files/${file.id}`)
  expect(content.html).toBe('%PDF-1.7 invented')
  expect(content.headers.get('Content-Disposition')).toContain('attachment')

  const removal = `${path}/files/${file.id}/removal`
  expect((await fetchPage(visitor, removal)).text).toContain('O arquivo DANFE 12.pdf sai do pedido')
  expect((await fetchPage(visitor, removal, {})).location).toBe(path)
  expect(await findFileSize(file.file)).toBeUndefined()
  expect((await fetchPage(owner, `/orders/${orderId}/files/${file.id}`)).status).toBe(404)
  expect((await fetchPage(visitor, path)).text).toMatch(/Arquivo removido.*Arquivo incluído/)
})

test('neither adds an invoice file to a cancelled order nor removes one, in rows and storage', async () => {
  const { orderId } = await makePaidOrder()
  const visitor = await openStaff()
  const path = `/admin/order/${orderId}`
  const files = { file: { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') } }
  await visitor.postFiles(addFile, `${path}/files`, { kind: 'nfe' }, files, { id: String(orderId) })
  const [file] = await listOrderFiles(orderId)
  const afterEveryUpload = new Date(Date.now() + 60_000)
  const listStoredFiles = () => listFiles('orders', afterEveryUpload)
  const storedBefore = await listStoredFiles()
  await cancelOrder(orderId, byStaff)
  const lateAnswer = await visitor.postFiles(addFile, `${path}/files`, { kind: 'nfe' }, files, {
    id: String(orderId),
  })
  expect(lateAnswer.status).toBe(400)
  await fetchPage(visitor, `${path}/files/${file?.id}/removal`, {})
  expect((await fetchPage(visitor, path)).text).toContain('Não foi possivel atualizar o pedido!')
  expect(await listOrderFiles(orderId)).toHaveLength(1)
  expect(await findFileSize(file?.file ?? '')).toBe(8) // the bytes of '%PDF-1.7'
  expect(await listStoredFiles()).toEqual(storedBefore)
})

test('an unpaid order accepts a file but no invoice, and returns the file to staff and 404 to the customer', async () => {
  const { orderId, userId } = await makeOrder({ [await makePublication()]: 1 })
  const visitor = await openStaff()
  const files = { file: { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7') } }
  const path = `/admin/order/${orderId}/files`
  const invoiceAnswer = await visitor.postFiles(addFile, path, { kind: 'nfe' }, files, {
    id: String(orderId),
  })
  expect(invoiceAnswer.status).toBe(400)
  await visitor.postFiles(addFile, path, { kind: 'file' }, files, { id: String(orderId) })
  const [file] = await listOrderFiles(orderId)
  const owner = await loginAs({ userId })
  expect((await fetchPage(owner, `/orders/${orderId}/files/${file?.id}`)).status).toBe(404)
  expect((await fetchPage(visitor, `/orders/${orderId}/files/${file?.id}`)).status).toBe(200)
})

/** Creates a withdrawal of a paid order's first line. Returns its pages. */
async function makeWithdrawal() {
  const order = await makePaidOrder()
  const withdrawal = { lineIds: order.lineIds.slice(0, 1), reason: null, refundTo: 'chave@exemplo.test' }
  const request = await requestWithdrawal({ ...order, ...withdrawal }, byStaff, '2026-11-21')
  if (typeof request === 'string') throw new Error(request)
  const path = `/admin/order/${order.orderId}`
  return { ...order, request: request.id, path, answer: `${path}/withdrawal?request=${request.id}` }
}
const countSuspended = async () =>
  (await db.selectFrom('subscriptions').select('id').where('suspended_at', 'is not', null).execute()).length

test('accepts a withdrawal on a page that lists its consequences, and reports a second decision as late', async () => {
  const { path, answer, request } = await makeWithdrawal()
  const visitor = await openStaff()
  const page = await fetchPage(visitor, path)
  for (const expectedText of ['Responder', 'chave@exemplo.test', 'Protocolo D', 'Situação Aberta'])
    expect.soft(page.text).toContain(expectedText)
  expect(page.html).toContain(`href="${answer}"`)
  expect((await fetchPage(visitor, answer)).text).toMatch(
    /Se a desistência for aceita Ficam suspensas, sem download, e não voltam: nº \d+/,
  )
  expect(await countSuspended()).toBe(0)
  expect((await fetchPage(visitor, answer, { request, outcome: 'accepted' })).location).toBe(path)
  expect(await countSuspended()).toBe(1)
  const pageAfter = await fetchPage(visitor, path)
  expect(pageAfter.text).toMatch(/Resposta registrada\. O cliente recebe um e-mail\..*Resposta Aceita em/)
  expect(pageAfter.text).toContain('Desistência aceita')
  expect(pageAfter.text).not.toContain('Responder')
  await fetchPage(visitor, answer, { request, outcome: 'refused', reason: 'Lacre aberto.' })
  const latePage = await fetchPage(visitor, path)
  expect(latePage.text).toContain('Esta desistência já foi respondida, e nada foi alterado agora.')
  expect(latePage.text).toContain('Resposta Aceita em')
  expect((await fetchPage(visitor, answer)).text).not.toContain('Aceitar a desistência')
})

test('rejecting a withdrawal requires a reason and suspends no unit', async () => {
  const { path, answer, request } = await makeWithdrawal()
  const visitor = await openStaff()
  expect((await fetchPage(visitor, answer)).text).toContain('veio no prazo da lei (CDC, art. 49')
  const pageWithoutReason = await fetchPage(visitor, answer, { request, outcome: 'refused', reason: ' ' })
  expect([
    pageWithoutReason.status,
    pageWithoutReason.text.includes('Motivo: Diga o motivo, que o cliente vai ler'),
  ]).toEqual([400, true])
  await fetchPage(visitor, answer, { request, outcome: 'refused', reason: 'Lacre aberto.' })
  const { text } = await fetchPage(visitor, path)
  expect(text).toMatch(/Resposta Recusada em.*: Lacre aberto\..*Desistência recusada/)
  expect(await countSuspended()).toBe(0)
})

test.each([{}, { outcome: '' }, { outcome: 'yes' }])(
  'rejects the decision %j on a withdrawal',
  async (fields) => {
    const { answer, request } = await makeWithdrawal()
    const visitor = await openStaff()
    const page = await fetchPage(visitor, answer, { request, ...fields })
    expect([page.status, page.text.includes('Escolha aceitar ou recusar')]).toEqual([400, true])
    expect(await countSuspended()).toBe(0)
  },
)

test('decides a withdrawal only at its own order, and redirects an address without a withdrawal to the order', async () => {
  const [withdrawal, otherWithdrawal] = [await makeWithdrawal(), await makeWithdrawal()]
  const visitor = await openStaff()
  const wrongPath = `${withdrawal.path}/withdrawal?request=${otherWithdrawal.request}`
  expect((await fetchPage(visitor, wrongPath)).status).toBe(404)
  const fields = { request: otherWithdrawal.request, outcome: 'accepted' }
  expect((await fetchPage(visitor, `${withdrawal.path}/withdrawal`, fields)).status).toBe(404)
  expect((await fetchPage(visitor, `${withdrawal.path}/withdrawal`)).location).toBe(withdrawal.path)
  expect(await countSuspended()).toBe(0)
})

test('returns 404 to a stranger for another customer’s photo request', async () => {
  const { orderId } = await makeOrderUnderReview()
  const lineIds = (await listPhotoLines(orderId)).map(({ id }) => id)
  await requestPhotos(orderId, { lineIds, reason: 'Sem foco.' }, byStaff)
  const stranger = await loginAs(await makeOrderUnderReview())
  expect((await fetchPage(stranger, `/orders/${orderId}/photo`)).status).toBe(404)
  expect((await fetchPage(stranger, `/orders/${orderId}/photo`, {})).status).toBe(404)
})

test('finds all of 351 clients with one name, and the orders, units and shipments of this name', async () => {
  const order = await makePaidOrder()
  await makeShipment(order)
  await makeShipment(await makePaidOrder())
  const users = Array.from({ length: 350 }, (_, index) => ({
    email: `muitas-${index}@exemplo.test`,
    password_hash: null,
  }))
  const insertedUsers = await db.insertInto('users').values(users).executeTakeFirstOrThrow()
  const firstUserId = Number(insertedUsers.insertId)
  const people = users.map((_, index) => ({
    user_id: firstUserId + index,
    is_company: false,
    name: `Zélia ${index}`,
  }))
  await db.insertInto('profiles').values(people).execute()
  await db.updateTable('profiles').set({ name: 'Zélia' }).where('id', '=', order.profileId).execute()
  // The index still contains the former name.
  await db.deleteFrom('person_texts').where('profile_id', '=', order.profileId).execute()
  await indexMissingPeople()
  const visitor = await openStaff()
  const resultCounts = { orders: '1 resultado', expeditions: '1 resultado', signatures: '3 resultados' }
  for (const [list, count] of Object.entries({ ...resultCounts, users: '351 resultados' })) {
    const { text } = await fetchPage(visitor, `/admin/${list}?search=z%C3%A9lia`)
    expect.soft(text, list).toContain(count)
    expect.soft(text, list).not.toContain('digite mais para achar')
  }
})

test('corrects an accepted withdrawal to a rejected one with a reason, and rejects an outdated correction', async () => {
  const { path, answer, request } = await makeWithdrawal()
  const visitor = await openStaff()
  await fetchPage(visitor, answer, { request, outcome: 'accepted' })
  const { html } = await fetchPage(visitor, answer)
  const seen = /name="seen" value="(\d+)"/.exec(html)?.[1] ?? ''
  const correctDecision = (reason: string) =>
    fetchPage(visitor, answer, { request, outcome: 'corrected', reason, seen })
  expect((await correctDecision(' ')).status).toBe(400)
  expect((await correctDecision('Era o outro pedido.')).location).toBe(path)
  expect(await countSuspended()).toBe(0)
  const { text } = await fetchPage(visitor, path)
  expect(text).toMatch(/Corrigida para Recusada em.*: Era o outro pedido\./)
  expect(text).toContain('Resposta à desistência corrigida')
  await correctDecision('Outra vez.')
  expect((await fetchPage(visitor, path)).text).toContain('Esta desistência já foi respondida')
})
