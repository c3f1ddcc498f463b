import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../support/shop.ts'

type ReceivedMail = { messageId: string; to: string[] }

/**
 * Starts a mail server that accepts everything; on request, it rejects temporarily (451), disconnects or is
 * slow.
 */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  let remainingRejections = 0
  let remainingHangUps = 0
  let confirmationDelayMs = 0
  let onAccepted: (() => void) | undefined
  const openServer = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onData(stream, session, callback) {
        let text = ''
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        stream.on('end', () => {
          if (remainingRejections > 0) {
            remainingRejections -= 1
            return callback(Object.assign(new Error('try later'), { responseCode: 451 }))
          }
          const messageId = /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? ''
          received.push({ messageId, to: session.envelope.rcptTo.map(({ address }) => address) })
          onAccepted?.()
          onAccepted = undefined
          if (remainingHangUps > 0) {
            remainingHangUps -= 1
            for (const connection of server.connections) connection.close()
            return
          }
          setTimeout(callback, confirmationDelayMs)
        })
      },
    })
  const port = await findFreePort()
  const startListening = async () => {
    const opened = openServer()
    // A worker killed during a message resets its connection; without a listener that ends the test process.
    opened.on('error', () => undefined)
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', () => resolve()))
    return opened
  }
  let server = await startListening()
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Rejects this number of messages temporarily. */
    reject: (times: number) => {
      remainingRejections = times
    },
    /** Runs a function after the server has received the next message and before it confirms the message. */
    onNextAccepted: (runBeforeConfirmation: () => void) =>
      new Promise<void>((resolve) => {
        onAccepted = () => {
          runBeforeConfirmation()
          resolve()
        }
      }),
    /** Accepts a message at once, but confirms it only after this time. */
    delay: (ms: number) => {
      confirmationDelayMs = ms
    },
    /** Accepts this number of messages and disconnects instead of confirming. */
    hangUp: (times: number) => {
      remainingHangUps = times
    },
    close,
    /** Listens again on the same port, after `close`. */
    async reopen() {
      server = await startListening()
    },
    /** Disconnects all clients, deletes received mails and accepts everything again. */
    async reset() {
      for (const connection of server.connections) connection.close()
      await close()
      server = await startListening()
      received.length = 0
      remainingRejections = 0
      remainingHangUps = 0
      confirmationDelayMs = 0
      onAccepted = undefined
    },
  }
}
