import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { action, loader } from '#app/routes/shop/contact.tsx'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { type Fields, loginAs, Visitor } from '#tests/support/request.ts'

const required = 'Campo obrigatório'
const message = {
  name: 'Ana Inventada',
  email: 'ana@exemplo.test',
  phone: '(14) 99999-0000',
  text: 'Qual é a revisão em vigor?',
  website: '',
  token: 'form-1',
}

const send = (fields: Fields, visitor = new Visitor()) => visitor.post(action, '/contact', fields)

function listMessages() {
  return db.selectFrom('contact_messages').selectAll().orderBy('id').execute()
}

test('stores a message and shows its protocol number', async () => {
  const visitor = new Visitor()
  const answer = await send(message, visitor)
  expect([answer.status, answer.location]).toEqual([303, '/contact'])
  const [row] = await listMessages()
  expect(row).toMatchObject({
    name: 'Ana Inventada',
    email: 'ana@exemplo.test',
    phone: '14999990000',
    text: 'Qual é a revisão em vigor?',
  })
  const { text } = await fetchPage(visitor, '/contact')
  expect(text).toContain(
    `Sua mensagem foi enviada com sucesso. Protocolo nº ${row?.id}. Vamos responder em até 5 dias.`,
  )
  expect((await fetchPage(visitor, '/contact')).text).not.toContain('Protocolo nº')
})

test('the phone of a contact message is optional', async () => {
  expect((await send({ ...message, phone: '' })).status).toBe(303)
  expect((await send({ ...message, phone: undefined, token: 'form-2' })).status).toBe(303)
  expect((await listMessages()).map(({ phone }) => phone)).toEqual([null, null])
})

test.each<[string, Fields, Record<string, string[]>]>([
  ['an empty form', {}, { name: [required], email: [required], text: [required] }],
  ['no name', { ...message, name: '  ' }, { name: [required] }],
  ['no message', { ...message, text: ' \r\n ' }, { text: [required] }],
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
])('%s: shows the error and stores nothing', async (_name, fields, error) => {
  const answer = await send(fields)
  expect([answer.status, answer.data?.error]).toEqual([400, error])
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

test('has autocomplete attributes and marks optional fields', async () => {
  const { html } = await fetchPage(new Visitor(), '/contact')
  for (const kind of ['name', 'email', 'tel-national'])
    expect(html).toMatch(new RegExp(`autoComplete="${kind}"`, 'i'))
  expect(html).toContain('Telefone<span class="optional"> (opcional)</span>')
})

test('fills in name and e-mail of a logged-in customer', async () => {
  const customer = await makeCustomer()
  const { html } = await fetchPage(await loginAs(customer), '/contact')
  expect(html).toContain('value="Ana Inventada da Silva"')
  expect(html).toContain(`value="${customer.email}"`)
})

test('preserves line breaks and drops other control characters', async () => {
  await send({ ...message, name: 'Ana\r\nBcc: x@y', text: ' um\r\ndois\t\0três \rquatro ' })
  expect((await listMessages())[0]).toMatchObject({ name: 'Ana Bcc: x@y', text: 'um\ndois  três\nquatro' })
})

test('a filled honeypot field sends no message, and a person can send again', async () => {
  const page = await fetchPage(new Visitor(), '/contact', { ...message, website: 'https://spam.test' })
  expect(page.status).toBe(400)
  expect(page.text).toContain('Sua mensagem não foi enviada. Envie de novo, ou use os contatos abaixo.')
  expect(page.html).toContain('Qual é a revisão em vigor?')
  expect(page.html).not.toContain('spam.test')
  expect(await listMessages()).toEqual([])
})

test('each contact page has its own form token', async () => {
  const visitor = new Visitor()
  const [one, two] = [await visitor.get(loader, '/contact'), await visitor.get(loader, '/contact')]
  expect(one.data.token).toMatch(/^[\w-]{43}$/)
  expect(one.data.token).not.toBe(two.data.token)
})

test('a double click and F5 send one message', async () => {
  const answers = await Promise.all([send(message), send(message)])
  answers.push(await send(message))
  expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303])
  expect(new Set(answers.map((answer) => answer.setCookie('flash'))).size).toBe(1)
  expect(await listMessages()).toHaveLength(1)
})

test('accepts a contact form without its token', async () => {
  expect((await send({ ...message, token: undefined })).status).toBe(303)
})

test('rejects the sixth message from one address and returns the typed values', async () => {
  for (let index = 0; index < 5; index++) await send({ ...message, token: `f${index}` })
  const page = await fetchPage(new Visitor(), '/contact', { ...message, token: 'f6' })
  expect([page.status, Math.ceil(Number(page.headers.get('Retry-After')) / 60)]).toEqual([429, 15])
  expect(page.text).toContain('Muitas mensagens em pouco tempo.')
  expect(page.html).toContain('Qual é a revisão em vigor?')
  expect(await listMessages()).toHaveLength(5)
})

test('ignores internal fields in the form', async () => {
  await send({ ...message, id: 1, handled_at: '2026-01-01', subject: 'x', form_hash: 'x' })
  expect((await listMessages())[0]).toMatchObject({ subject: 'contact-form', handled_at: null })
})

test('assigns a message to the logged-in account, with any typed e-mail', async () => {
  const { userId, email } = await makeCustomer()
  const visitor = await loginAs({ userId })
  await send({ ...message, token: 'mine' }, visitor)
  await send({ ...message, email, token: 'not-mine' })
  expect((await listMessages()).map((row) => row.user_id)).toEqual([userId, null])
})

test('returns the typed message when it cannot be stored', async () => {
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
