import { expect, test } from 'vitest'
import { receiveContactMessage } from '#app/models/accounts/contact-message.server.ts'
import { openShop } from '#tests/factories/shop.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const acknowledgeContactMessage = requireMailJob('acknowledge-contact-message')
const forwardContactMessage = requireMailJob('forward-contact-message')

const message = {
  name: 'Ana Inventada',
  email: 'ana@exemplo.test',
  phone: '14999990000',
  text: 'Qual é a revisão em vigor?\n<b>Obrigada</b> & até logo.',
}

function receiveMessage(changes: Partial<typeof message> = {}) {
  return receiveContactMessage({ ...message, ...changes }, { token: 'form', address: '192.0.2.1' })
}

test('mails the message to the company, with the sender as the reply address', async () => {
  await openShop()
  const protocol = await receiveMessage()
  await forwardContactMessage.run(String(protocol), { id: 91 })
  const { headers, body } = await readMail(91)
  const [text = '', html = ''] = body.split(/Content-Type: text\/html/i)
  expect(headers).toContain('To: atendimento@aeropub.test')
  expect(headers).toContain('Reply-To: Ana Inventada <ana@exemplo.test>')
  expect(headers.join('\n')).toMatch(/^From: .*atendimento@aeropub\.test/m)
  for (const fact of [`protocolo nº ${protocol}`, 'Ana Inventada', 'ana@exemplo.test', '(14) 99999-0000'])
    expect(html).toContain(fact)
  expect(text).toContain('Qual é a revisão em vigor?\n<b>Obrigada</b> & até logo.')
  expect(html).toContain('&lt;b&gt;Obrigada&lt;/b&gt; &amp; até logo.')
})

test('sends the protocol number and response time to the sender, without the typed text', async () => {
  await openShop()
  const protocol = await receiveMessage()
  await acknowledgeContactMessage.run(String(protocol), { id: 92 })
  const { headers, body } = await readMail(92)
  expect(headers).toContain('To: ana@exemplo.test')
  expect(headers.join('\n')).not.toMatch(/^Reply-To:/m)
  const [text = '', html = ''] = body.split(/Content-Type: text\/html/i)
  for (const version of [text, html]) {
    expect(version).toContain(`nº ${protocol}`)
    expect(version).toContain('Vamos responder em até 5 dias')
    expect(version).not.toMatch(/Ana|Qual é a revisão|Obrigada/)
  }
})

test.each([
  'Ana\r\nBcc: alvo@exemplo.test',
  'Ana\nTo: alvo@exemplo.test\n\ncorpo',
  'Ana" <alvo@exemplo.test>, "x',
  'Ana, alvo@exemplo.test',
  'Ana <alvo@exemplo.test>',
  'group: alvo@exemplo.test;',
  'Ana\u2028Bcc: alvo@exemplo.test',
  'Açúcar\r\n Bcc: alvo@exemplo.test',
])('the name %j adds no header or recipient', async (name) => {
  await openShop()
  const protocol = await receiveMessage({ name, text: 'a\r\nBcc: alvo@exemplo.test\r\n.\r\n' })
  await forwardContactMessage.run(String(protocol), { id: 93 })
  const { headers } = await readMail(93)
  const names = headers.map((line) => line.split(':')[0]?.toLowerCase())
  expect(names.toSorted()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'reply-to',
    'subject',
    'to',
  ])
  expect(headers).toContain('To: atendimento@aeropub.test')
  const replyTo = headers.find((line) => line.startsWith('Reply-To: ')) ?? ''
  expect(replyTo).toMatch(
    /^Reply-To: ("(?:[^"\\]|\\.)*"|=\?UTF-8\?[^ ]+\?=(?: =\?UTF-8\?[^ ]+\?=)*|[\w ]+) <ana@exemplo\.test>$/,
  )
})

test('sends no mail without a message or a company', async () => {
  for (const job of [forwardContactMessage, acknowledgeContactMessage]) {
    await expect(job.run('4000000', { id: 94 })).rejects.toThrow('no contact message')
    await expect(job.run(String(await receiveMessage()), { id: 94 })).rejects.toThrow('no company')
  }
})
