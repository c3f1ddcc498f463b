import { expect, test } from 'vitest'
import { findContactMessage, receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const message = {
  name: 'Ana Inventada',
  email: 'ana@exemplo.test',
  phone: '14999990000',
  text: 'Qual é a revisão em vigor?\n\nObrigada.',
}
const from = { token: 'form-1', address: '192.0.2.1' }

function rows() {
  return db.selectFrom('contact_messages').selectAll().execute()
}

test('a message is kept under its protocol number, open, and queues both mails', async () => {
  const protocol = await receiveContactMessage(message, from)
  const [row] = await rows()
  expect(row).toMatchObject({ ...message, id: protocol, subject: 'contact-form', handled_at: null })
  expect(await findContactMessage(Number(protocol))).toMatchObject({ ...message, id: protocol })
  const queued = await db.selectFrom('outbox').select(['job', 'subject']).orderBy('job').execute()
  expect(queued).toEqual([
    { job: 'acknowledge-contact-message', subject: String(protocol) },
    { job: 'forward-contact-message', subject: String(protocol) },
  ])
})

test('five copies of one form at once are one message with one protocol number', async () => {
  const copies = Array.from({ length: 5 }, () => receiveContactMessage(message, from))
  const protocols = new Set(await Promise.all(copies))
  expect(protocols.size).toBe(1)
  expect(await rows()).toHaveLength(1)
  expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(2)
})

test('a copy that comes when the limit is reached still gets its protocol number', async () => {
  const first = await receiveContactMessage(message, from)
  for (let index = 0; index < 4; index++)
    await receiveContactMessage(message, { ...from, token: `f${index}` })
  expect(await receiveContactMessage(message, { ...from, token: 'sixth' })).toHaveProperty('retryAt')
  expect(await receiveContactMessage(message, from)).toBe(first)
  expect(await rows()).toHaveLength(5)
})

test('another text in the same form is another message, and so is the same text in another form', async () => {
  const protocols = [
    await receiveContactMessage(message, from),
    await receiveContactMessage({ ...message, text: 'Mais uma coisa.' }, from),
    await receiveContactMessage(message, { ...from, token: 'form-2' }),
  ]
  expect(new Set(protocols).size).toBe(3)
})

test('letters of any kind and 5,000 of them are kept as they are', async () => {
  const text = '😀é'.repeat(1_666)
  await receiveContactMessage({ ...message, text, phone: null }, from)
  expect((await rows())[0]).toMatchObject({ text, phone: null })
})
