import { afterEach, expect, test, vi } from 'vitest'
import { env } from '#app/env.server.ts'
import { findLinkState } from '#app/models/accounts/password-reset.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { askForPasswordLink, makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { listMailFiles, readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const sendPasswordLink = requireMailJob('send-password-link')

afterEach(() => vi.restoreAllMocks())

const requestLink = async (email: string) => String(await askForPasswordLink(email))

test('mails the link with its lifetime in text and HTML to the account only', async () => {
  await openShop()
  const { email } = await makeCustomer()
  await sendPasswordLink.run(await requestLink(email), { id: 81 })
  const { headers, body } = await readMail(81)
  const [text = '', html = ''] = body.split(/Content-Type: text\/html/i)
  const linkPattern = new RegExp(`${env.PUBLIC_URL}/change_pass/([\\w-]{43})`)
  const [, token = ''] = linkPattern.exec(text) ?? []
  expect(await findLinkState(token)).toBe('live')
  for (const version of [text, html]) {
    expect(version).toContain(`/change_pass/${token}`)
    expect(version).toContain('Olá, Ana Inventada da Silva.')
    expect(version).toMatch(/vale até \d\d\/\d\d\/\d{4} às \d\d:\d\d \(24 horas\)/)
    expect(version).toContain('Se você não fez este pedido')
    expect(version).toContain('CNPJ 11.222.333/0001-81')
  }
  expect(headers).toContain(`To: ${email}`)
  expect(headers.join('\n')).toMatch(/^Subject: .*Recupera/m)
  expect(headers.join('\n')).not.toMatch(/^(Cc|Bcc):/im)
})

test('sends the same message on a retry', async () => {
  await openShop()
  const { email } = await makeCustomer()
  const subject = await requestLink(email)
  await sendPasswordLink.run(subject, { id: 82 })
  const findLink = async () => /change_pass\/[\w-]{43}/.exec((await readMail(82)).body)?.[0]
  const firstLink = await findLink()
  await sendPasswordLink.run(subject, { id: 82 })
  expect(firstLink).toBeDefined()
  expect(await findLink()).toBe(firstLink)
  expect((await readMail(82)).headers.join('\n')).toMatch(/^Message-ID: <evt-82@/m)
})

test('sends no mail without an account, for a replaced link or to an inactive user', async () => {
  await openShop()
  const { email, userId } = await makeCustomer()
  await sendPasswordLink.run(await requestLink('ninguem@exemplo.test'), { id: 83 })
  const replacedSubject = await requestLink(email)
  const lastSubject = await requestLink(email)
  await sendPasswordLink.run(replacedSubject, { id: 83 })
  await db.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute()
  await sendPasswordLink.run(lastSubject, { id: 83 })
  await sendPasswordLink.run('4000000', { id: 83 })
  expect(await listMailFiles()).not.toContain('evt-83.eml')
})

test('leaves a link without its secret, or a shop without a company, to staff', async () => {
  const { email } = await makeCustomer()
  const subject = await requestLink(email)
  await expect(sendPasswordLink.run(subject, { id: 84 })).rejects.toThrow('no company in the settings')
  await openShop()
  vi.spyOn(env, 'COOKIE_SECRETS', 'get').mockReturnValue(['another-secret-of-thirty-two-characters'])
  await expect(sendPasswordLink.run(subject, { id: 84 })).rejects.toThrow('no longer in use')
})
