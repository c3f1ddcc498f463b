import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makePaidOrder, makeStaff } from '#tests/factories/shipments.ts'
import { fetchFollowing, fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor

beforeEach(async () => {
  staff = await loginAs({ userId: await makeStaff() })
})

const previewPath = '/admin/expeditions/waiting/all'
const postForm = (fields: Fields) => fetchPage(staff, '/admin/expeditions/waiting', fields)

function readHiddenFields(html: string): Fields {
  const formHtml =
    /<form method="post" action="\/admin\/expeditions\/waiting"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const fields: Record<string, string[]> = {}
  for (const [, name = '', value = ''] of formHtml.matchAll(/name="([^"]+)" value="([^"]*)"/g))
    fields[name] = [...(fields[name] ?? []), value]
  return fields
}

const countShipments = async () => (await db.selectFrom('shipments').select('id').execute()).length

test('searches waiting orders by order and client, and reports no matches', async () => {
  const [searchedOrder, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const { html, text } = await fetchPage(staff, `/admin/expeditions/waiting?search=${searchedOrder.orderId}`)
  expect(html).toContain(`href="/admin/order/${searchedOrder.orderId}"`)
  expect(html).not.toContain(`href="/admin/order/${otherOrder.orderId}"`)
  expect(text).toContain('1 volume,')
  const emptyPage = await fetchPage(staff, '/admin/expeditions/waiting?search=zeppelin')
  expect(emptyPage.text).toContain('Nenhum resultado pode ser encontrado')
  expect(emptyPage.html).toContain('href="/admin/expeditions/waiting">')
})

test('previews all matches: count, exclusions with reasons, and a missing type', async () => {
  const [readyOrder, orderWithoutType] = [await makePaidOrder(), await makePaidOrder()]
  await db
    .updateTable('orders')
    .set({ shipping_type: 'Pedido Interno' })
    .where('id', '=', orderWithoutType.orderId)
    .execute()
  const listPage = await fetchPage(staff, '/admin/expeditions/waiting')
  expect(listPage.html).toContain(`href="${previewPath}">Todos os 2 encontrados</a>`)
  const plannedPage = await fetchPage(staff, previewPath)
  expect(plannedPage.text).toContain('2 volumes encontrados, 1 expedição pode ser criada agora, 1 não')
  expect(plannedPage.text).toContain('Escolha o tipo de envio')
  expect(Object.keys(readHiddenFields(plannedPage.html)).join(' ')).toContain(`type.${readyOrder.profileId}-`)
  expect(Object.keys(readHiddenFields(plannedPage.html)).join(' ')).not.toContain(
    `type.${orderWithoutType.profileId}-`,
  )
  expect(await countShipments()).toBe(0)
  const previewPage = await fetchPage(staff, `${previewPath}?type=PAC`)
  expect(previewPage.text).toContain('2 volumes encontrados, 2 expedições podem ser criadas agora')
  expect(previewPage.text).not.toContain('Não podem ser criadas')
  expect((await fetchPage(staff, `${previewPath}?type=ZEPPELIN`)).text).toContain('1 não')
})

test('creates a batch once despite repeated forms and redirects to the next', async () => {
  // One order more than a batch contains.
  for (let index = 0; index < 51; index++) await makePaidOrder()
  const plannedPage = await fetchPage(staff, `${previewPath}?type=PAC`)
  expect(plannedPage.text).toContain(
    '51 volumes encontrados, 50 expedições podem ser criadas agora, 1 em seguida',
  )
  const formFields = readHiddenFields(plannedPage.html)
  const firstAnswer = await postForm(formFields)
  expect(await countShipments()).toBe(50)
  const nextPage = await fetchFollowing(staff, firstAnswer.location ?? '')
  expect(nextPage.text).toContain('50 expedições')
  expect(nextPage.html).toMatch(/href="[^"]*waiting\/all\?type=PAC"[^>]*>Preparar os que restam</)
  const secondPage = await fetchFollowing(staff, (await postForm(formFields)).location ?? '')
  expect(secondPage.text).toContain('já estão em outra expedição')
  expect(await countShipments()).toBe(50)
  const remainingPage = await fetchPage(staff, `${previewPath}?type=PAC`)
  expect(remainingPage.text).toContain('1 volume encontrado, 1 expedição pode ser criada agora')
  await postForm(readHiddenFields(remainingPage.html))
  expect(await countShipments()).toBe(51)
  expect((await fetchPage(staff, previewPath)).text).toContain('Nada aguarda envio')
})
