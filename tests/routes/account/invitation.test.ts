import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { findInvitationToken, makeInvitation } from '#tests/factories/colleagues.ts'
import { company, makeCustomer, newEmail } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readFormFields } from '#tests/support/pages/form-of.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

async function makeInvitedOwner() {
  const owner = await makeCustomer({ identity: company })
  const id = await makeInvitation(owner, newEmail())
  return { owner, id, path: `/invitation/${await findInvitationToken(id)}` }
}

const fetchMemberPage = async ({ owner, id }: Awaited<ReturnType<typeof makeInvitedOwner>>) =>
  (await fetchPage(await loginAs(owner), `/account/colleagues/${id}`)).text

test('an invitation that expired before it was declined stays expired for both sides', async () => {
  const invitation = await makeInvitedOwner()
  await db
    .updateTable('company_members')
    .set({ expires_at: new Date() })
    .where('id', '=', invitation.id)
    .execute()
  const answer = await fetchPage(new Visitor(), invitation.path, { intent: 'decline' })
  expect(answer.status).toBe(410)
  expect(answer.text).toContain('Este convite não vale mais')
  expect(await fetchMemberPage(invitation)).toContain('Convite vencido')
})

test('declining an invitation twice concurrently succeeds only once', async () => {
  const invitation = await makeInvitedOwner()
  const visitor = new Visitor()
  const answers = await Promise.all([
    fetchPage(visitor, invitation.path, { intent: 'decline' }),
    fetchPage(visitor, invitation.path, { intent: 'decline' }),
  ])
  expect(answers.filter(({ location }) => location === '/')).toHaveLength(1)
  expect(await fetchMemberPage(invitation)).toContain('Convite recusado')
})

test('lists an open invitation only after the e-mail of the account is confirmed', async () => {
  const owner = await makeCustomer({ identity: company })
  const invitedPerson = await makeCustomer()
  const id = await makeInvitation(owner, invitedPerson.email)
  const visitor = await loginAs(invitedPerson)
  const setEmailProof = (email_proved_at: Date | null) =>
    db.updateTable('users').set({ email_proved_at }).where('id', '=', invitedPerson.userId).execute()
  await setEmailProof(null)
  expect((await fetchPage(visitor, '/account/companies')).text).not.toContain('Convite aberto')
  await setEmailProof(new Date())
  const path = `/invitation/${await findInvitationToken(id)}`
  const page = await fetchPage(visitor, '/account/companies')
  expect(page.text).toContain('Convite aberto')
  expect(page.html).toContain(`href="${path}"`)
  expect((await fetchPage(visitor, path)).text).toContain('Falta um passo: aceite o convite')
  expect((await fetchPage(await loginAs(owner), '/account/companies')).html).not.toContain('/invitation/')
})

test('sign-up redirects back to the open invitation', async () => {
  const { path } = await makeInvitedOwner()
  const visitor = new Visitor()
  const typedFields = {
    name: 'Ana Inventada',
    cpf: '52998224725',
    phone: '14999990000',
    password: 'senha-de-teste-2026',
  }
  expect((await fetchPage(visitor, path, { ...typedFields, intent: 'create' })).location).toBe(path)
  const { text } = await fetchPage(visitor, path)
  expect(text).toContain('Conta criada. Falta aceitar o convite.')
  expect((await fetchPage(visitor, '/account/companies')).text).toContain('Convite aberto')
})

test('a form of the invited person accepts nothing in the session of another person', async () => {
  const owner = await makeCustomer({ identity: company })
  const [invitedPerson, stranger] = [await makeCustomer(), await makeCustomer()]
  const id = await makeInvitation(owner, invitedPerson.email)
  const path = `/invitation/${await findInvitationToken(id)}`
  const acceptanceFields = {
    ...readFormFields((await fetchPage(await loginAs(invitedPerson), path)).html),
    intent: 'accept',
  }
  const strangerVisitor = await loginAs(stranger)
  expect((await fetchPage(strangerVisitor, path, acceptanceFields)).location).toBe('/account')
  expect((await fetchPage(strangerVisitor, '/account')).text).toContain('o formulário é de outra conta')
  expect((await fetchPage(await loginAs(invitedPerson), path, acceptanceFields)).location).toBe('/manage')
})

test('the form that declines an invitation is folded behind a summary', async () => {
  const { path } = await makeInvitedOwner()
  const { html } = await fetchPage(new Visitor(), path)
  expect(html).toMatch(/<details><summary>Recusar o convite…<\/summary>.*value="decline".*<\/details>/s)
})
