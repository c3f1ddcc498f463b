import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { invite, tokenOfInvitation } from '#tests/factories/colleagues.ts'
import { company, makeCustomer, newEmail } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { pageFor } from '#tests/support/app-client.ts'
import { loginAs, Visitor } from '#tests/support/request.ts'

beforeEach(openShop)

async function invited() {
  const owner = await makeCustomer({ identity: company })
  const id = await invite(owner, newEmail())
  return { owner, id, path: `/invitation/${await tokenOfInvitation(id)}` }
}

const memberPage = async ({ owner, id }: Awaited<ReturnType<typeof invited>>) =>
  (await pageFor(await loginAs(owner), `/account/colleagues/${id}`)).text

test('an invitation that was over before it was declined stays over, to the person and to the company', async () => {
  const one = await invited()
  await db.updateTable('company_members').set({ expires_at: new Date() }).where('id', '=', one.id).execute()
  const answer = await pageFor(new Visitor(), one.path, { intent: 'decline' })
  expect(answer.status).toBe(410)
  expect(answer.text).toContain('Este convite não vale mais')
  expect(await memberPage(one)).toContain('Convite vencido')
})

test('confirms one of two concurrent answers to an invitation', async () => {
  const one = await invited()
  const visitor = new Visitor()
  const answers = await Promise.all([
    pageFor(visitor, one.path, { intent: 'decline' }),
    pageFor(visitor, one.path, { intent: 'decline' }),
  ])
  expect(answers.filter(({ location }) => location === '/')).toHaveLength(1)
  expect(await memberPage(one)).toContain('Convite recusado')
})
