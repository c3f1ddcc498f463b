import { beforeEach, expect, test } from 'vitest'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { removeSetting } from '#app/models/settings/setting.server.ts'
import { action as saveCompany } from '#app/routes/admin/settings/company.tsx'
import { action } from '#app/routes/admin/settings/first-steps/first-steps.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const firstStepsPath = '/admin/settings/first_steps'
const companyFields = {
  name: 'Nova Razão Ltda.',
  trade_name: 'Aeropub',
  cnpj: '11.222.333/0001-81',
  zip_code: '18600-000',
  street: 'Rua Nova',
  number: '2',
  complement: '',
  province: 'Centro',
  city: 'Botucatu',
  state: 'SP',
  phone: '14 3333-0000',
  email: 'contato@aeropub.test',
}
let admin: Visitor
let adminId: number
let adminEmail: string

async function makeAdministrator() {
  const { userId } = await makeCustomer()
  await db.updateTable('users').set({ is_staff: true, is_superuser: true }).where('id', '=', userId).execute()
  return userId
}

beforeEach(async () => {
  adminId = await makeAdministrator()
  admin = await loginAs({ userId: adminId })
  const user = db.selectFrom('users').select('email').where('id', '=', adminId)
  ;({ email: adminEmail } = await user.executeTakeFirstOrThrow())
})

/** Returns the state of each step, by title, as displayed. */
async function readSteps(): Promise<Record<string, string>> {
  const { html } = await fetchPage(admin, firstStepsPath)
  const steps = html.matchAll(/<h2>([^<]+)<\/h2><span class="tag[^>]*>([^<]+)</g)
  return Object.fromEntries([...steps].map(([, title = '', state = '']) => [title, state]))
}

async function queueTestMail() {
  await admin.post(action, firstStepsPath, {})
  const openTestMails = db.selectFrom('outbox').select('id').where('job', '=', 'send-test-mail')
  const { id } = await openTestMails.where('done_at', 'is', null).executeTakeFirstOrThrow()
  return id
}

test('an empty shop lists missing steps, on its page and on “Hoje”', async () => {
  expect(await readSteps()).toEqual({
    'Dados da empresa': 'Falta',
    'Convênio bancário ou gateway': 'Falta',
    'Tabela de frete': 'Falta',
    'E-mail experimentado': 'Falta',
    'Primeira publicação com preço': 'Falta',
    'Segundo administrador': 'Falta',
  })
  expect((await fetchPage(admin, '/admin/today')).text).toContain('Faltam 6 passos para abrir a loja')
})

test('offers the test mail only after the settings contain the company, which every mail names', async () => {
  const emptyPage = await fetchPage(admin, firstStepsPath)
  expect(emptyPage.text).not.toContain('Enviar e-mail de teste')
  expect(emptyPage.text).toContain('Antes do teste, preencha os dados da empresa')
  await openShop()
  const openPage = await fetchPage(admin, firstStepsPath)
  expect(openPage.text).toContain('Enviar e-mail de teste')
  expect(openPage.text).not.toContain('Antes do teste')
})

test('each step is completed by its data in the database', async () => {
  await openShop()
  const publication = await makeDownload()
  const secondAdminId = await makeAdministrator()
  expect(await readSteps()).toMatchObject({ 'Segundo administrador': 'Falta' })
  await loginAs({ userId: secondAdminId })
  expect(await readSteps()).toEqual({
    'Dados da empresa': 'Feito',
    'Convênio bancário ou gateway': 'Feito',
    'Tabela de frete': 'Feito',
    'E-mail experimentado': 'Falta',
    'Primeira publicação com preço': 'Feito',
    'Segundo administrador': 'Feito',
  })
  await db.updateTable('publications').set({ active: false }).where('id', '=', publication).execute()
  await db.updateTable('users').set({ is_active: false }).where('id', '=', secondAdminId).execute()
  expect(await readSteps()).toMatchObject({
    'Primeira publicação com preço': 'Falta',
    'Segundo administrador': 'Falta',
  })
})

test('a demonstration account does not count as the second administrator', async () => {
  const secondAdminId = await makeAdministrator()
  await loginAs({ userId: secondAdminId })
  await db.updateTable('users').set({ is_demonstration: true }).where('id', '=', secondAdminId).execute()
  expect(await readSteps()).toMatchObject({ 'Segundo administrador': 'Falta' })
})

test('sends the test mail to the requester through the outbox and shows its result', async () => {
  await openShop()
  const id = await queueTestMail()
  await admin.post(action, firstStepsPath, {})
  expect(
    await db.selectFrom('outbox').select('id').where('job', '=', 'send-test-mail').execute(),
  ).toHaveLength(1)
  expect(await readSteps()).toMatchObject({ 'E-mail experimentado': 'Em andamento' })
  expect((await fetchPage(admin, firstStepsPath)).html).toContain('http-equiv="refresh"')
  await runOutboxJob(id)
  expect(await readSteps()).toMatchObject({ 'E-mail experimentado': 'Feito' })
  expect((await fetchPage(admin, firstStepsPath)).text).toContain(`Teste enviado para ${adminEmail} em`)
  await db.deleteFrom('outbox').execute()
  expect(await readSteps()).toMatchObject({ 'E-mail experimentado': 'Feito' })
})

test('shows why a test mail failed and allows another', async () => {
  const id = await queueTestMail()
  await runOutboxJob(id).catch(() => undefined)
  const { text } = await fetchPage(admin, firstStepsPath)
  expect(text).toContain('Faltam os dados da empresa nas configurações')
  expect(await readSteps()).toMatchObject({ 'E-mail experimentado': 'Com problema' })
  await openShop()
  await runOutboxJob(await queueTestMail())
  expect(await readSteps()).toMatchObject({ 'E-mail experimentado': 'Feito' })
})

test('saving the company requeues the mail that failed without a company, and no other rejected job', async () => {
  const id = await queueTestMail()
  await runOutboxJob(id).catch(() => undefined)
  const otherRefusedJob = {
    job: 'mail-closing',
    subject: 'other',
    refused_at: new Date(),
    last_error: 'nothing to pay',
  }
  await db.insertInto('outbox').values(otherRefusedJob).execute()
  const listRejectedJobs = () =>
    db.selectFrom('outbox').select('job').where('refused_at', 'is not', null).execute()
  expect(await listRejectedJobs()).toHaveLength(2)
  const savedAnswer = await admin.post(saveCompany, '/admin/settings/company', {
    ...companyFields,
    lock_version: '0',
  })
  expect(savedAnswer.location).toBe('/admin/settings')
  expect(await listRejectedJobs()).toEqual([{ job: 'mail-closing' }])
  await runOutboxJob(id)
  expect(await readSteps()).toMatchObject({ 'E-mail experimentado': 'Feito' })
})

test('“Hoje” hides the steps after all were completed, until the list is reopened', async () => {
  await openShop()
  await makeDownload()
  const secondAdminId = await makeAdministrator()
  await loginAs({ userId: secondAdminId })
  await runOutboxJob(await queueTestMail())
  expect((await fetchPage(admin, '/admin/today')).text).not.toContain('para abrir a loja')
  await db.updateTable('users').set({ is_superuser: false }).where('id', '=', secondAdminId).execute()
  expect((await fetchPage(admin, '/admin/today')).text).not.toContain('para abrir a loja')
  expect((await fetchPage(admin, firstStepsPath)).text).toContain('Falta 1 passo para abrir a loja')
  await removeSetting('firstSteps')
  expect((await fetchPage(admin, '/admin/today')).text).toContain('Falta 1 passo para abrir a loja')
})

test('staff who are not administrators do not see the missing steps', async () => {
  const staff = await loginAs({ userId: await makeStaff() })
  expect((await fetchPage(staff, '/admin/today')).text).not.toContain('para abrir a loja')
})
