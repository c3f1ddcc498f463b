import { expect, test } from 'vitest'
import { findContactMessage, receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const message = {
  name: 'Ana Inventada',
  email: 'ana@exemplo.test',
  phone: '14999990000',
  text: 'Qual é a revisão em vigor?\n\nObrigada.',
}
const sender = { token: 'form-1', address: '192.0.2.1' }

function listMessages() {
  return db.selectFrom('contact_messages').selectAll().execute()
}

test('stores an open message with a protocol number and queues both mails', async () => {
  const protocol = await receiveContactMessage(message, sender)
  const [storedMessage] = await listMessages()
  expect(storedMessage).toMatchObject({ ...message, id: protocol, subject: 'contact-form', handled_at: null })
  expect(await findContactMessage(Number(protocol))).toMatchObject({ ...message, id: protocol })
  const jobs = await db.selectFrom('outbox').select(['job', 'subject']).orderBy('job').execute()
  expect(jobs).toEqual([
    { job: 'acknowledge-contact-message', subject: String(protocol) },
    { job: 'forward-contact-message', subject: String(protocol) },
  ])
})

test('stores one message for five concurrent copies of a form', async () => {
  const copies = Array.from({ length: 5 }, () => receiveContactMessage(message, sender))
  const protocols = new Set(await Promise.all(copies))
  expect(protocols.size).toBe(1)
  expect(await listMessages()).toHaveLength(1)
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(2)
})

test('returns the protocol number to a repeated form even at the rate limit', async () => {
  const protocol = await receiveContactMessage(message, sender)
  for (let index = 0; index < 4; index++)
    await receiveContactMessage(message, { ...sender, token: `f${index}` })
  expect(await receiveContactMessage(message, { ...sender, token: 'sixth' })).toHaveProperty('retryAt')
  expect(await receiveContactMessage(message, sender)).toBe(protocol)
  expect(await listMessages()).toHaveLength(5)
})

test('stores another message for another text or another form', async () => {
  const protocols = [
    await receiveContactMessage(message, sender),
    await receiveContactMessage({ ...message, text: 'Mais uma coisa.' }, sender),
    await receiveContactMessage(message, { ...sender, token: 'form-2' }),
  ]
  expect(new Set(protocols).size).toBe(3)
})

test('stores almost 5,000 characters of any script unchanged', async () => {
  const text = '😀é'.repeat(1_666)
  await receiveContactMessage({ ...message, text, phone: null }, sender)
  expect((await listMessages())[0]).toMatchObject({ text, phone: null })
})
