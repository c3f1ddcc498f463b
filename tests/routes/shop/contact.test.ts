import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/shop/contact.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

const requiredMessage = 'Campo obrigatório'
const message = {
  name: 'Ana Inventada',
  email: 'ana@exemplo.test',
  phone: '(14) 99999-0000',
  text: 'Qual é a revisão em vigor?',
  website: '',
  token: 'form-1',
}

const sendMessage = (fields: Fields, visitor = new Visitor()) => visitor.post(action, '/contact', fields)

function listMessages() {
  return db.selectFrom('contact_messages').selectAll().orderBy('id').execute()
}

test('stores a message and shows its protocol number', async () => {
  const visitor = new Visitor()
  const answer = await sendMessage(message, visitor)
  expect([answer.status, answer.location]).toEqual([303, '/contact'])
  const [storedMessage] = await listMessages()
  expect(storedMessage).toMatchObject({
    name: 'Ana Inventada',
    email: 'ana@exemplo.test',
    phone: '14999990000',
    text: 'Qual é a revisão em vigor?',
  })
  const { text } = await fetchPage(visitor, '/contact')
  expect(text).toContain(
    `Sua mensagem foi enviada com sucesso. Protocolo nº ${storedMessage?.id}. Vamos responder em até 5 dias.`,
  )
  expect((await fetchPage(visitor, '/contact')).text).not.toContain('Protocolo nº')
})

test('the phone of a contact message is optional', async () => {
  expect((await sendMessage({ ...message, phone: '' })).status).toBe(303)
  expect((await sendMessage({ ...message, phone: undefined, token: 'form-2' })).status).toBe(303)
  expect((await listMessages()).map(({ phone }) => phone)).toEqual([null, null])
})

test.each<[name: string, fields: Fields, errors: Record<string, string[]>]>([
  ['an empty form', {}, { name: [requiredMessage], email: [requiredMessage], text: [requiredMessage] }],
  ['no name', { ...message, name: '  ' }, { name: [requiredMessage] }],
  ['no message', { ...message, text: ' \r\n ' }, { text: [requiredMessage] }],
  [
    'an invalid e-mail',
    { ...message, email: 'ana@' },
    { email: ['E-mail incorreto: confira se está completo, como nome@exemplo.com.br'] },
  ],
  [
    'two e-mails',
    { ...message, email: 'ana@exemplo.test,beto@exemplo.test' },
    { email: ['E-mail incorreto: confira se está completo, como nome@exemplo.com.br'] },
  ],
  [
    'an e-mail followed by a header',
    { ...message, email: 'ana@exemplo.test\r\nBcc: alvo@exemplo.test' },
    { email: ['E-mail incorreto: confira se está completo, como nome@exemplo.com.br'] },
  ],
  [
    'half a phone',
    { ...message, phone: '1499' },
    { phone: ['Telefone incorreto: use DDD e número, como (14) 99999-0000'] },
  ],
  [
    'a name of 151 letters',
    { ...message, name: 'x'.repeat(151) },
    { name: ['Use no máximo 150 caracteres'] },
  ],
  ['5,001 letters', { ...message, text: 'x'.repeat(5_001) }, { text: ['Use no máximo 5000 caracteres'] }],
])('%s: shows the error and stores nothing', async (_name, fields, errors) => {
  const answer = await sendMessage(fields)
  expect([answer.status, answer.data?.error]).toEqual([400, errors])
  expect(await listMessages()).toEqual([])
})

test('shows a banner, an error at each field and all typed values', async () => {
  await openShop()
  const page = await fetchPage(new Visitor(), '/contact', {
    ...message,
    name: '',
    text: 'Linha 1\r\nLinha 2',
  })
  expect(page.status).toBe(400)
  expect(page.html).toContain('<title>Erro: Contato · Aeropub</title>')
  expect(page.text).toContain('Um erro foi encontrado. Verifique os campos do formulário')
  expect(page.html).toContain('<a href="#campo-name">Campo Nome: Campo obrigatório</a>')
  expect(page.html).toContain('value="ana@exemplo.test"')
  expect(page.html).toContain('value="(14) 99999-0000"')
  expect(page.html).toMatch(/<textarea[^>]*>\n?Linha 1\r?\nLinha 2<\/textarea>/)
  expect(page.text).toContain('atendimento@aeropub.test')
})

test('the form has autocomplete attributes and marks optional fields', async () => {
  const { html } = await fetchPage(new Visitor(), '/contact')
  for (const autocomplete of ['name', 'email', 'tel-national'])
    expect(html).toMatch(new RegExp(`autoComplete="${autocomplete}"`, 'i'))
  expect(html).toContain('Telefone<span class="optional"> (opcional)</span>')
})

test('fills in name and e-mail of a logged-in customer', async () => {
  const customer = await makeCustomer()
  const { html } = await fetchPage(await loginAs(customer), '/contact')
  expect(html).toContain('value="Ana Inventada da Silva"')
  expect(html).toContain(`value="${customer.email}"`)
})

test('preserves line breaks and drops other control characters', async () => {
  await sendMessage({ ...message, name: 'Ana\r\nBcc: x@y', text: ' um\r\ndois\t\0três \rquatro ' })
  expect((await listMessages())[0]).toMatchObject({ name: 'Ana Bcc: x@y', text: 'um\ndois  três\nquatro' })
})

test('a filled honeypot field sends no message and returns the typed message', async () => {
  const page = await fetchPage(new Visitor(), '/contact', { ...message, website: 'https://spam.test' })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Sua mensagem não foi enviada. Envie de novo, ou use os contatos abaixo.')
  expect(page.html).toContain('Qual é a revisão em vigor?')
  expect(page.html).not.toContain('spam.test')
  expect(await listMessages()).toEqual([])
})

test('each contact page has its own form token', async () => {
  const visitor = new Visitor()
  const [firstPage, secondPage] = [
    await visitor.get(loader, '/contact'),
    await visitor.get(loader, '/contact'),
  ]
  expect(firstPage.data.token).toMatch(/^[\w-]{43}$/)
  expect(firstPage.data.token).not.toBe(secondPage.data.token)
})

test('a double click and F5 send one message', async () => {
  const answers = await Promise.all([sendMessage(message), sendMessage(message)])
  answers.push(await sendMessage(message))
  expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303])
  expect(new Set(answers.map((answer) => answer.setCookie('flash'))).size).toBe(1)
  expect(await listMessages()).toHaveLength(1)
})

test('accepts a contact form without its token', async () => {
  expect((await sendMessage({ ...message, token: undefined })).status).toBe(303)
})

test('rejects the sixth message from one address and returns the typed values', async () => {
  for (let index = 0; index < 5; index++) await sendMessage({ ...message, token: `f${index}` })
  const page = await fetchPage(new Visitor(), '/contact', { ...message, token: 'f6' })
  expect([page.status, Math.ceil(Number(page.headers.get('Retry-After')) / 60)]).toEqual([429, 15])
  expect(page.text).toContain('Muitas mensagens em pouco tempo.')
  expect(page.html).toContain('Qual é a revisão em vigor?')
  expect(await listMessages()).toHaveLength(5)
})

test('ignores internal fields in the form', async () => {
  await sendMessage({ ...message, id: 1, handled_at: '2026-01-01', subject: 'x', form_hash: 'x' })
  expect((await listMessages())[0]).toMatchObject({ subject: 'contact-form', handled_at: null })
})

test('assigns a message only to the logged-in account, whatever e-mail is typed', async () => {
  const { userId, email } = await makeCustomer()
  const visitor = await loginAs({ userId })
  await sendMessage({ ...message, token: 'mine' }, visitor)
  await sendMessage({ ...message, email, token: 'not-mine' })
  expect((await listMessages()).map((row) => row.user_id)).toEqual([userId, null])
})

test('returns the typed message when storing fails', async () => {
  await sql`alter table contact_messages rename to contact_messages_away`.execute(db)
  try {
    const answer = await fetchPage(new Visitor(), '/contact', message)
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('Um erro foi encontrado.')
    expect(answer.html).toContain('Qual é a revisão em vigor?')
  } finally {
    await sql`alter table contact_messages_away rename to contact_messages`.execute(db)
  }
})
