import { beforeEach, expect, test } from 'vitest'
import { requestPasswordLink } from '#app/models/accounts/password-reset.server.ts'
import { findUserForStaff } from '#app/models/accounts/user-edit.server.ts'
import { requestDeletion } from '#app/models/backoffice/deletion.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { cachePostalCode } from '#app/models/platform/postal-code.server.ts'
import { action as certificateAction } from '#app/routes/admin/users/certificate.ts'
import { action as labelsAction } from '#app/routes/admin/users/labels.tsx'
import { action as restorationAction } from '#app/routes/admin/users/restoration.ts'
import { action } from '#app/routes/admin/users/user.tsx'
import { action as sessionsAction } from '#app/routes/admin/users/user-sessions.tsx'
import { loader as fileLoader } from '#app/routes/admin/users/users-export.ts'
import { address, company, makeCustomer, newEmail, person } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, type Visitor } from '#tests/support/request.ts'

let staff: Visitor
let superuser: Visitor

beforeEach(async () => {
  await openShop()
  staff = await logInNewStaff({ isSuperuser: false })
  superuser = await logInNewStaff({ isSuperuser: true })
})

async function logInNewStaff({ isSuperuser }: { isSuperuser: boolean }) {
  const { userId } = await makeCustomer({ identity: { ...person, name: 'Equipe', cpf: '12345678909' } })
  await db
    .updateTable('users')
    .set({ is_staff: true, is_superuser: isSuperuser })
    .where('id', '=', userId)
    .execute()
  return loginAs({ userId })
}

const billing = Object.fromEntries(Object.entries(address).map(([name, text]) => [`billing.${name}`, text]))

function makeFields(changes: Fields = {}): Fields {
  return {
    lock_version: 0,
    name: person.name,
    person_or_company: '0',
    cpf: '529.982.247-25',
    phone: '(14) 99999-0000',
    email: newEmail(),
    ship_elsewhere: 'off',
    is_active: 'on',
    ...billing,
    ...changes,
  }
}

const saveUser = (visitor: Visitor, id: number, fields: Fields) =>
  visitor.post(action, `/admin/user/${id}`, fields, { id: String(id) })

test('the list shows companies by name, searches, filters by status and redirects past the end', async () => {
  const companyCustomer = await makeCustomer({ identity: company })
  await makeCustomer()
  const { text, html } = await fetchPage(staff, '/admin/users?search=asa')
  expect(text).toContain(company.companyName)
  expect(text).toContain('12.ABC.345/01DE-35')
  expect(text).toContain('1 resultado')
  expect(html).toContain(`href="/admin/user/${companyCustomer.profileId}"`)
  expect((await fetchPage(staff, '/admin/users?search=ninguem')).text).toContain(
    'Nenhum resultado pode ser encontrado',
  )
  expect((await fetchPage(staff, '/admin/users?status=4')).text).toContain('2 resultados')
  expect((await fetchPage(staff, '/admin/users?page=9')).location).toContain('page=1')
})

test('the file contains only the users that match the search', async () => {
  await makeCustomer({ identity: company })
  const { response } = await staff.get(fileLoader, '/admin/users.csv?search=asa')
  const lines = ((await response?.text()) ?? '').trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${company.companyName};${company.name}`)
})

test('saves a user and shows the changes in the history', async () => {
  const { profileId, email } = await makeCustomer()
  const fields = makeFields({ email, name: 'Ana Nova', is_partner: 'on' })
  const answer = await saveUser(staff, profileId, fields)
  expect([answer.status, answer.location]).toEqual([303, `/admin/user/${profileId}`])
  const { text } = await fetchPage(staff, `/admin/user/${profileId}`)
  expect(text).toContain('As informações foram salvas com sucesso')
  expect(text).toContain(`Nome completo: ${person.name} → Ana Nova`)
  expect(text).toContain('Parceria: não → sim')
})

test('a company’s form has the company name as title, all fields, and buttons to save and go back', async () => {
  const { profileId } = await makeCustomer({ identity: company })
  const { html } = await fetchPage(staff, `/admin/user/${profileId}`)
  expect(html).toContain(`<title>${company.companyName} · Aeropub</title>`)
  expect(html).toMatch(new RegExp(`<h1[^>]*>${company.companyName}</h1>`))
  const profileFields = ['name', 'person_or_company', 'cpf', 'company_name', 'cnpj', 'ie', 'phone', 'email']
  const addressFields = ['zip_code', 'street', 'number', 'complement', 'province', 'city', 'state']
  const addresses = ['billing', 'shipping'].flatMap((address) =>
    addressFields.map((field) => `${address}.${field}`),
  )
  for (const name of [...profileFields, ...addresses, 'is_active', 'is_partner'])
    expect(html, name).toContain(`name="${name}"`)
  expect(html.match(/<input[^>]*disabled=""[^>]*value="Brasil"/g)).toHaveLength(2)
  expect(html).toMatch(/<button[^>]*>Salvar</)
  expect(html).toMatch(/<a[^>]*href="\/admin\/client\/\d+"[^>]*>Voltar</)
})

test('splits a long list into pages, newest first', async () => {
  for (let count = 0; count < 20; count++) await makeCustomer()
  const newest = await makeCustomer()
  const [firstPage, secondPage] = [
    await fetchPage(staff, '/admin/users'),
    await fetchPage(staff, '/admin/users?page=2'),
  ]
  expect(firstPage.text).toMatch(/Anterior Pagina 1 de 2 Próxima/)
  expect(firstPage.html).toMatch(/<a[^>]*href="[^"]*page=2&amp;after=\d+"[^>]*>Próxima</)
  expect(secondPage.html).toMatch(/<a[^>]*href="[^"]*"[^>]*>Anterior</)
  expect(firstPage.text).toContain(newest.email)
  expect(secondPage.text).not.toContain(newest.email)
})

test('shows errors at their fields and returns the typed values', async () => {
  const { profileId } = await makeCustomer()
  const fields = makeFields({ cpf: '111.111.111-11', email: 'x', 'billing.city': '' })
  const { status, text, html } = await fetchPage(staff, `/admin/user/${profileId}`, fields)
  expect(status).toBe(400)
  expect(text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  expect(text).toContain('CPF: CPF incorreto')
  expect(text).toContain('Cidade da cobrança: Campo obrigatório')
  expect(html).toContain('value="111.111.111-11"')
  expect(text).not.toContain('ATENÇÃO')
})

test('rejects an e-mail that another account uses at the field', async () => {
  const { profileId } = await makeCustomer()
  const otherCustomer = await makeCustomer()
  const { status, text } = await fetchPage(
    staff,
    `/admin/user/${profileId}`,
    makeFields({ email: otherCustomer.email.toUpperCase() }),
  )
  expect(status).toBe(400)
  expect(text).toContain('E-mail: Já existe uma conta com este e-mail')
})

test('a conflicting save shows both versions and can be repeated', async () => {
  const { profileId, email } = await makeCustomer()
  await saveUser(staff, profileId, makeFields({ email, name: 'Primeira' }))
  const conflictingFields = makeFields({ email, name: 'Segunda' })
  const { status, text, html } = await fetchPage(superuser, `/admin/user/${profileId}`, conflictingFields)
  expect(status).toBe(409)
  expect(text).toContain('ATENÇÃO: Não foi possivel atualizar o usuário!')
  expect(text).toContain('Nome completo: gravado “Primeira”, digitado “Segunda”')
  expect(html).toContain('name="lock_version" value="1"')
  expect((await saveUser(superuser, profileId, { ...conflictingFields, lock_version: 1 })).status).toBe(303)
  expect(await findUserForStaff(profileId)).toMatchObject({ name: 'Segunda', lock_version: 2 })
})

test('a rejected or prefilled form does not hide a conflict from the next attempt', async () => {
  const { profileId, email } = await makeCustomer()
  await saveUser(superuser, profileId, makeFields({ email, is_partner: 'on' }))
  const path = `/admin/user/${profileId}`
  const rejectedPage = await fetchPage(staff, path, makeFields({ email, cpf: '1' }))
  expect(rejectedPage.html).toContain('name="lock_version" value="0"')
  const prefilledPage = await fetchPage(staff, path, makeFields({ email, intent: 'cep.billing' }))
  expect(prefilledPage.html).toContain('name="lock_version" value="0"')
  expect((await saveUser(staff, profileId, makeFields({ email }))).status).toBe(409)
  expect(await findUserForStaff(profileId)).toMatchObject({ isPartner: true })
})

test('saving the same values as a concurrent save is no conflict', async () => {
  const { profileId, email } = await makeCustomer()
  const fields = makeFields({ email, name: 'A mesma' })
  expect((await saveUser(staff, profileId, fields)).status).toBe(303)
  expect((await saveUser(superuser, profileId, fields)).status).toBe(303)
})

test('shows roles only to administrators and ignores roles sent by other staff', async () => {
  const { profileId, email } = await makeCustomer()
  const path = `/admin/user/${profileId}`
  const listCheckboxes = async (visitor: Visitor) =>
    [...(await fetchPage(visitor, path)).html.matchAll(/type="checkbox"[^>]*name="(is_\w+)"/g)].map(
      ([, name]) => name,
    )
  expect(await listCheckboxes(staff)).toEqual(['is_active', 'is_partner'])
  expect(await listCheckboxes(superuser)).toEqual(['is_active', 'is_partner', 'is_staff', 'is_superuser'])
  expect((await fetchPage(superuser, path)).text).toMatch(/ Ativo .* Parceria .*Funcionário .*Administrador /)
  await saveUser(staff, profileId, makeFields({ email, is_staff: 'on', is_superuser: 'on' }))
  expect(await findUserForStaff(profileId)).toMatchObject({ isStaff: false, isSuperuser: false })
})

test('rejects the deactivation of one’s own account at the field', async () => {
  const admin = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', admin.userId).execute()
  await db.updateTable('users').set({ is_superuser: true }).where('id', '=', admin.userId).execute()
  const fields = makeFields({ is_active: undefined, is_staff: 'on', is_superuser: 'on' })
  const { status, text } = await fetchPage(await loginAs(admin), `/admin/user/${admin.profileId}`, fields)
  expect(status).toBe(400)
  expect(text).toContain('Ativo: Você não pode mudar isto na sua própria conta')
})

test('creates a company at number 0 without a password', async () => {
  expect((await fetchPage(staff, '/admin/user/0')).text).toContain('Novo usuário')
  const email = newEmail()
  const companyFields = {
    person_or_company: '1',
    company_name: 'Nova Ltda.',
    cnpj: '12ABC34501DE35',
    ie: 'isento',
  }
  const { status, location } = await saveUser(staff, 0, makeFields({ email, ...companyFields }))
  expect(status).toBe(303)
  expect((await fetchPage(staff, location ?? '')).text).toContain('Nova Ltda.')
})

test('a client created for an internal order is selected there', async () => {
  const { html } = await fetchPage(staff, '/admin/user/0?next=order')
  expect(html).toContain('action="/admin/user/0?next=order"')
  const answer = await staff.post(action, '/admin/user/0?next=order', makeFields(), { id: '0' })
  const newProfile = await db
    .selectFrom('profiles')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(answer.location).toBe(`/admin/create_order?client=${newProfile.id}`)
})

test.each([
  ['a company', 'a person', 'O CNPJ foi retirado: o cadastro agora é de pessoa física'],
  ['a person', 'a company', 'O CPF foi retirado: o cadastro agora é de pessoa jurídica'],
])('lists the document deleted by a change from %s to %s', async (oldKind, newKind, expectedText) => {
  const { profileId, email } = await makeCustomer({ identity: oldKind === 'a company' ? company : person })
  const companyFields = {
    person_or_company: '1',
    company_name: 'Nova Ltda.',
    cnpj: '12ABC34501DE35',
    ie: 'isento',
  }
  const location = (
    await saveUser(staff, profileId, makeFields({ email, ...(newKind === 'a company' ? companyFields : {}) }))
  ).location
  expect((await fetchPage(staff, location ?? '')).text).toContain(expectedText)
})

test('an incomplete account can be demoted and deactivated, but typed fields must be valid', async () => {
  const { userId, profileId, email } = await makeCustomer()
  const emptyProfile = { cpf: null, phone: null, billing_address_id: null }
  await db.updateTable('profiles').set(emptyProfile).where('id', '=', profileId).execute()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  const emptyAddress = Object.fromEntries(Object.keys(billing).map((name) => [name, '']))
  const fields = makeFields({ ...emptyAddress, email, cpf: '', phone: '', is_active: undefined })
  const path = `/admin/user/${profileId}`
  expect((await fetchPage(superuser, path)).text).toContain('CPF (opcional)')
  const partlyFilledPage = await fetchPage(superuser, path, { ...fields, cpf: '1', 'billing.city': 'Bauru' })
  for (const expectedText of ['CPF: CPF incorreto', 'Rua da cobrança: Campo obrigatório'])
    expect(partlyFilledPage.text).toContain(expectedText)
  expect((await saveUser(superuser, profileId, fields)).status).toBe(303)
  const inactiveUser = { isActive: false, isStaff: false, isSuperuser: false, cpf: null, phone: null }
  expect(await findUserForStaff(profileId)).toMatchObject({ ...inactiveUser, billing: undefined })
  const companyPage = await fetchPage(superuser, path, { ...fields, lock_version: 1, person_or_company: '1' })
  expect(companyPage.text).toContain('CNPJ: Campo obrigatório')
})

test('fields with a stored value remain required', async () => {
  const { profileId, email } = await makeCustomer()
  const fields = makeFields({ email, cpf: '', phone: '', 'billing.zip_code': '' })
  const { status, text } = await fetchPage(superuser, `/admin/user/${profileId}`, fields)
  expect(status).toBe(400)
  for (const label of ['CPF', 'Telefone', 'CEP da cobrança'])
    expect(text).toContain(`${label}: Campo obrigatório`)
})

test('new staff need no document and address, but a new client does', async () => {
  const fields = { name: 'Bia', person_or_company: '0', ship_elsewhere: 'off', is_active: 'on' }
  const clientPage = await fetchPage(superuser, '/admin/user/0', { ...fields, email: newEmail() })
  expect(clientPage.text).toContain('CPF: Campo obrigatório')
  const newStaffFields = { ...fields, email: newEmail(), is_staff: 'on' }
  expect((await fetchPage(staff, '/admin/user/0', newStaffFields)).status).toBe(400)
  const savedPage = await saveUser(superuser, 0, newStaffFields)
  expect(savedPage.status).toBe(303)
  expect((await fetchPage(superuser, savedPage.location ?? '')).text).toContain('Bia')
})

test('links to another profile with the same document', async () => {
  const [customer, otherCustomer] = [await makeCustomer(), await makeCustomer()]
  const { text, html } = await fetchPage(staff, `/admin/user/${customer.profileId}`)
  expect(text).toContain('O mesmo CPF ou CNPJ está em outro cadastro')
  expect(html).toContain(`href="/admin/client/${otherCustomer.profileId}"`)
})

test('a postal code fills the address and saves nothing', async () => {
  const { profileId } = await makeCustomer()
  const postalAddress = {
    cep: '18600001',
    street: 'Rua Achada',
    province: 'Bairro Achado',
    city: 'Botucatu',
    state: 'SP',
  } as const
  await cachePostalCode('18600001', postalAddress, new Date())
  const fields = makeFields({ intent: 'cep.billing', 'billing.zip_code': '18600-001', 'billing.street': '' })
  const { status, html } = await fetchPage(staff, `/admin/user/${profileId}`, fields)
  expect(status).toBe(200)
  expect(html).toContain('value="Rua Achada"')
  expect(await findUserForStaff(profileId)).toMatchObject({ lock_version: 0 })
})

test('shows and logs a password link on request; the link of a staff account only to administrators', async () => {
  const customer = await makeCustomer()
  const path = `/admin/user/${customer.profileId}`
  expect((await fetchPage(staff, path)).text).not.toContain('link aberto')
  await requestPasswordLink({ email: customer.email, address: '127.0.0.1' })
  expect((await fetchPage(staff, path)).text).toContain('Há um link aberto para nova senha')
  expect((await fetchPage(staff, `${path}/reset_link`)).text).not.toContain('/change_pass/')
  const linkPage = await fetchPage(staff, `${path}/reset_link`, {})
  expect(linkPage.text).toMatch(/\/change_pass\/[\w-]{43}/)
  expect(linkPage.headers.get('Cache-Control')).toBe('no-store')
  expect(linkPage.headers.get('Referrer-Policy')).toBeNull()
  expect(await listHistoryForStaff('user', customer.userId)).toMatchObject([{ action: 'reset-link-seen' }])
  await db.updateTable('users').set({ is_staff: true }).where('id', '=', customer.userId).execute()
  expect((await fetchPage(staff, `${path}/reset_link`, {})).status).toBe(403)
  expect((await fetchPage(superuser, `${path}/reset_link`, {})).status).toBe(200)
})

test('shows and cancels an open deletion request', async () => {
  const customer = await makeCustomer()
  await requestDeletion(customer, { areLossesAccepted: true, today: '2026-11-21' })
  const path = `/admin/user/${customer.profileId}`
  expect((await fetchPage(staff, path)).text).toContain('Desfazer exclusão')
  const params = { id: String(customer.profileId) }
  expect((await staff.post(restorationAction, `${path}/restoration`, {}, params)).status).toBe(303)
  expect(await findUserForStaff(customer.profileId)).toMatchObject({ isActive: true })
  expect((await fetchPage(staff, path)).text).not.toContain('Os dados serão apagados')
})

test('labels require a valid style and a start position on the sheet', async () => {
  const { profileId } = await makeCustomer()
  const requestLabels = (fields: Fields) =>
    staff.post(labelsAction, `/admin/user/${profileId}/labels`, fields, { id: String(profileId) })
  expect((await requestLabels({ style: 'simple', sheet: '6183', start: '11' })).status).toBe(400)
  expect((await requestLabels({ style: 'big', sheet: '1', start: 'x' })).status).toBe(400)
  const { status, location } = await requestLabels({ style: 'complete', sheet: '6181', start: '20' })
  expect(status).toBe(303)
  expect(location).toMatch(/^\/files\/\d+/)
  const file = await db
    .selectFrom('prepared_files')
    .select(['kind', 'name', 'facts'])
    .executeTakeFirstOrThrow()
  expect(file).toMatchObject({ kind: 'labels', name: `etiqueta-${profileId}.pdf` })
  expect(JSON.parse(file.facts)).toMatchObject({ profileIds: [profileId], start: 20, sheet: '6181' })
})

test('a profile without an address has no label', async () => {
  const { profileId } = await makeCustomer()
  await db.updateTable('profiles').set({ billing_address_id: null }).where('id', '=', profileId).execute()
  const path = `/admin/user/${profileId}/labels`
  expect((await fetchPage(staff, path)).text).toContain('não tem endereço')
  expect((await fetchPage(staff, path, { style: 'simple', sheet: '6181', start: 1 })).status).toBe(400)
})

test('shows a message instead of a certificate for a client without a subscription in force', async () => {
  const { profileId } = await makeCustomer()
  const params = { id: String(profileId) }
  const { location } = await staff.post(certificateAction, '/admin/user/1/certificate', {}, params)
  expect(location).toBe(`/admin/user/${profileId}`)
  expect((await fetchPage(staff, `/admin/user/${profileId}`)).text).toContain('Nenhuma assinatura ativa')
})

test('a rejected certificate requested on the list returns to the list', async () => {
  const { profileId } = await makeCustomer({ identity: company })
  const list = '/admin/users?search=asa&sort=name'
  const { html } = await fetchPage(staff, list)
  expect(html).toContain('name="return_to" value="/admin/users?search=asa&amp;sort=name"')
  const requestCertificate = (return_to: string) =>
    staff.post(certificateAction, '/certificate', { return_to }, { id: String(profileId) })
  expect((await requestCertificate('//elsewhere.test')).location).toBe(`/admin/user/${profileId}`)
  expect((await requestCertificate(list)).location).toBe(list)
  expect((await fetchPage(staff, list)).text).toContain(`${company.companyName}: Nenhuma assinatura ativa`)
})

test('an anonymised account has no certificate and no label', async () => {
  const { userId, profileId } = await makeCustomer()
  const anonymousEmail = 'x@invalid'
  await db.updateTable('users').set({ email: anonymousEmail }).where('id', '=', userId).execute()
  const path = `/admin/user/${profileId}`
  const { text } = await fetchPage(staff, path)
  expect(text).toContain('Esta conta foi anonimizada')
  for (const word of ['Certificado', 'Etiqueta']) expect(text).not.toContain(word)
  expect((await fetchPage(staff, `/admin/users?search=${profileId}`)).html).not.toContain(
    `${path}/certificate`,
  )
  for (const subpage of ['labels', 'certificate'])
    expect((await fetchPage(staff, `${path}/${subpage}`, {})).status).toBe(404)
})

test.each(['999999999', 'x', '-1', '1.5'])('returns 404 for user %s', async (id) => {
  for (const subpage of ['', '/labels', '/reset_link'])
    expect((await fetchPage(staff, `/admin/user/${id}${subpage}`)).status).toBe(404)
  expect((await fetchPage(staff, `/admin/user/${id}`, makeFields())).status).toBe(404)
})

test('only an administrator sees the sessions of an account and ends them with a reason', async () => {
  const { userId, profileId } = await makeCustomer()
  const customer = await loginAs({ userId })
  const sessionsPath = `/admin/user/${profileId}/sessions`
  expect((await fetchPage(staff, `/admin/user/${profileId}`)).html).not.toContain(sessionsPath)
  expect((await fetchPage(superuser, `/admin/user/${profileId}`)).html).toContain(`href="${sessionsPath}"`)
  expect((await fetchPage(superuser, sessionsPath)).text).toContain('Encerrar todas as sessões')

  const endSessions = (fields: Fields) =>
    superuser.post(sessionsAction, sessionsPath, fields, { id: String(profileId) })
  const pageWithoutReason = await endSessions({ reason: '  ' })
  expect(pageWithoutReason.status).toBe(400)
  expect((await fetchPage(customer, '/account')).text).toContain(person.name)

  const endedAnswer = await endSessions({ reason: 'Aparelho perdido' })
  expect(endedAnswer.location).toBe(`/admin/user/${profileId}`)
  const { text } = await fetchPage(superuser, sessionsPath)
  expect(text).toContain('Nenhuma sessão aberta')
  expect(text).not.toContain('Encerrar todas')
  const history = (await fetchPage(superuser, `/admin/user/${profileId}`)).text
  expect(history).toContain('Sessões encerradas')
  expect(history).toContain('Aparelho perdido')
})
