import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeCustomer } from '#tests/factories/people.ts'
import { openShop } from '#tests/factories/shop.ts'
import { verifyDkim } from '#tests/support/mails/dkim.ts'

type ReceivedMail = { raw: string; sender: string }

const folder = mkdtempSync(join(tmpdir(), 'aeropub-dkim-'))
const keyPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const dnsRecord = `v=DKIM1; k=rsa; p=${keyPair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
const records = new Map([['loja2026._domainkey.exemplo.test', dnsRecord]])
const receivedMails: ReceivedMail[] = []
let queuedMailCount = 0
let rejection: { code: number; text: string } | undefined

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onRcptTo: (_address, _session, done) =>
    done(rejection && Object.assign(new Error(rejection.text), { responseCode: rejection.code })),
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
      receivedMails.push({ raw: Buffer.concat(chunks).toString('latin1'), sender })
      done()
    })
  },
})

beforeAll(async () => {
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  writeFileSync(join(folder, 'key.pem'), keyPair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  vi.stubEnv('MAIL_FROM', '"Loja" <loja@exemplo.test>')
  vi.stubEnv('MAIL_BOUNCES', 'devolvidos@exemplo.test')
  vi.stubEnv('DKIM_DOMAIN', 'exemplo.test')
  vi.stubEnv('DKIM_SELECTOR', 'loja2026')
  vi.stubEnv('DKIM_KEY_FILE', join(folder, 'key.pem'))
  vi.resetModules()
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  return new Promise<void>((resolve) => server.close(() => resolve()))
})
beforeEach(() => {
  receivedMails.length = 0
  rejection = undefined
})

/** Imports the modules that read the environment set above. */
async function loadPrograms() {
  const [delivery, mailbox, optOut, { db }] = await Promise.all([
    import('#app/jobs/platform/deliver-mail.server.ts'),
    import('#app/models/accounts/mailbox/mailbox.server.ts'),
    import('#app/mails/platform/opt-out.server.ts'),
    import('#app/models/platform/db.server.ts'),
  ])
  return { ...delivery, ...mailbox, ...optOut, db }
}

async function deliverTestMail(to: string, userId: number) {
  const { deliverMail, getOptOut, db } = await loadPrograms()
  const row = await db
    .insertInto('outbox')
    .values({ job: 'mail-revision', subject: `1/${++queuedMailCount}` })
    .executeTakeFirstOrThrow()
  // SMTP and signing must preserve a leading dot, repeated spaces and empty lines at the end.
  const text = 'Olá.\n\n.Linha com ponto, e  espaços  \n\n\n'
  const sender = {
    name: 'Loja',
    legalName: 'Loja',
    cnpj: '',
    address: '',
    phone: '',
    email: 'x@exemplo.test',
  }
  const content = { subject: 'Nova revisão', text, html: '<p>Olá.</p>', inline: [], attachments: [] }
  const optOut = await getOptOut(userId, 'revisions')
  await deliverMail({ id: Number(row.insertId) }, { sender, to, optOut, content })
}

test('signs mails including the unsubscribe headers, and directs bounces to a separate address', async () => {
  await openShop()
  const { email, userId } = await makeCustomer()
  await deliverTestMail(email, userId)
  const [{ raw, sender } = { raw: '', sender: '' }] = receivedMails
  const verification = verifyDkim(raw, records)
  expect(verification).toEqual({
    signed: expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  })
  expect(sender).toBe('devolvidos@exemplo.test')
  expect(raw).toContain('From: Loja <loja@exemplo.test>')
  const verifyChangedMail = (from: string, to: string) => {
    expect(raw).toContain(from)
    return verifyDkim(raw.replace(from, to), records)
  }
  expect(verifyChangedMail('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two')).toEqual({
    fault: 'the head was changed',
  })
  expect(verifyChangedMail('/revisions>', '/reminders>')).toEqual({ fault: 'the head was changed' })
  expect(verifyChangedMail('<p>', '<b>')).toEqual({ fault: 'the body was changed' })
  expect(verifyDkim(raw, new Map())).toEqual({ fault: 'no record' })
})

test('records a rejected address on the account, and clears it only when a mail is accepted', async () => {
  await openShop()
  const { email, userId } = await makeCustomer()
  const { findMailbox } = await loadPrograms()
  rejection = { code: 550, text: '5.1.1 No such user' }
  await expect(deliverTestMail(email, userId)).rejects.toThrow('mail not taken')
  expect((await findMailbox(userId)).refusedAt).toBeInstanceOf(Date)
  rejection = { code: 450, text: '4.2.1 try later' }
  await expect(deliverTestMail(email, userId)).rejects.toThrow()
  expect((await findMailbox(userId)).refusedAt).toBeInstanceOf(Date)
  rejection = undefined
  await deliverTestMail(email, userId)
  expect((await findMailbox(userId)).refusedAt).toBeNull()
})
