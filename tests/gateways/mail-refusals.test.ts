import { once } from 'node:events'
import { createServer } from 'node:net'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { isUnknownMailbox } from '#app/gateways/mail.server.ts'

/** Returns nodemailer's error from a server that answers the command `stage` with `answer`. */
async function catchRefusal(stage: 'MAIL' | 'RCPT' | 'DATA', answer: string): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 fake\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const verb = line.slice(0, 4).toUpperCase()
        if (verb === 'QUIT') socket.end('221 bye\r\n')
        else if (verb === stage) socket.write(`${answer}\r\n`)
        else socket.write(verb === 'DATA' ? '354 go\r\n' : '250 fine\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const error = await transport.sendMail({ from: 'a@exemplo.test', to: 'b@exemplo.test', text: 'x' }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  server.close()
  return error
}

test.each([
  ['RCPT', '550 5.1.1 No such user', true],
  ['RCPT', '553 mailbox name not allowed', true],
  ['RCPT', '550 5.7.1 Relaying denied', false],
  ['RCPT', '550 relay not permitted', false],
  ['RCPT', '450 4.2.1 try later', false],
  ['RCPT', '554 5.7.1 Client host blocked', false],
  ['MAIL', '530 Authentication required', false],
  ['MAIL', '554 Client host blocked', false],
  ['MAIL', '553 Sender address rejected', false],
  ['DATA', '554 no', false],
] as const)('the answer to %s "%s" means an unknown mailbox: %s', async (stage, answer, expected) => {
  const error = await catchRefusal(stage, answer)
  expect(error).toBeInstanceOf(Error)
  expect(isUnknownMailbox(error)).toBe(expected)
})
