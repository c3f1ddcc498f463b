import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { ApiClient, callAs } from '#tests/support/api-client.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs } from '#tests/support/request.ts'

const keysPath = '/admin/settings/api_keys'

async function makeSuperuser() {
  const userId = await makeStaff()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  return { userId, visitor: await loginAs({ userId }) }
}

test('a key is shown once, has the ticked permissions and can be revoked', async () => {
  const { visitor } = await makeSuperuser()
  const createdPage = await fetchPage(visitor, keysPath, {
    name: 'ERP',
    scopes: ['catalogue:read', 'orders:read'],
  })
  expect(createdPage.status).toBe(200)
  const key = /aero_[\w-]{43}/.exec(createdPage.text)?.[0] ?? ''
  expect((await new ApiClient(key).get('/publication/')).status).toBe(200)
  const listPage = await fetchPage(visitor, keysPath)
  expect(listPage.html).not.toContain(key)
  expect(listPage.text).toContain(`ERP (…${key.slice(-4)})`)
  expect(listPage.text).toContain('Publicações: consultar; Pedidos: consultar')
  const { id } = await db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow()
  expect((await fetchPage(visitor, keysPath, { revoke: id })).location).toBe(keysPath)
  expect((await new ApiClient(key).get('/publication/')).status).toBe(401)
  expect((await fetchPage(visitor, keysPath, { revoke: id })).status).toBe(404)
  const history = await db.selectFrom('history').select(['action', 'entity']).orderBy('id').execute()
  expect(history).toEqual([
    { entity: 'api-key', action: 'created' },
    { entity: 'api-key', action: 'revoked' },
  ])
  expect((await fetchPage(visitor, '/admin/history')).text).toContain('Chave da API')
})

test('requires a unique name and one permission, and preserves the ticked boxes', async () => {
  const { visitor } = await makeSuperuser()
  const emptyPage = await fetchPage(visitor, keysPath, { name: '' })
  expect(emptyPage.status).toBe(400)
  expect(emptyPage.text).toContain('Campo obrigatório')
  expect(emptyPage.text).toContain('Escolha ao menos uma permissão')
  await fetchPage(visitor, keysPath, { name: 'ERP', scopes: 'orders:read' })
  const secondPage = await fetchPage(visitor, keysPath, { name: 'ERP', scopes: 'orders:read' })
  expect(secondPage.text).toContain('Já há uma chave em uso com este nome')
  expect(secondPage.html).toMatch(
    /<input[^>]*checked=""[^>]*value="orders:read"|value="orders:read"[^>]*checked=""/,
  )
  expect(await db.selectFrom('api_keys').select('id').execute()).toHaveLength(1)
})

test('the page of open sessions lists an API token and can end the token', async () => {
  const { userId, visitor } = await makeSuperuser()
  const client = await callAs({ userId })
  const page = await fetchPage(visitor, '/account/sessions')
  expect(page.text).toContain('Programa, pela API')
  await fetchPage(visitor, '/account/sessions', { which: 'others' })
  expect((await client.get('/publication/')).status).toBe(401)
  expect((await fetchPage(visitor, '/account/sessions')).status).toBe(200)
})
