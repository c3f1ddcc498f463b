import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../support/shop.ts'

type Received = { messageId: string; to: string[] }

/**
 * Starts a mail server that accepts everything; on request, it rejects temporarily (451), disconnects or is
 * slow.
 */
export async function startMailServer() {
  const received: Received[] = []
  const refusals = { left: 0 }
  const hangUps = { left: 0 }
  const slowness = { ms: 0 }
  let onTaken: (() => void) | undefined
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
          if (refusals.left > 0) {
            refusals.left -= 1
            return callback(Object.assign(new Error('try later'), { responseCode: 451 }))
          }
          const messageId = /^message-id:\s*(\S+)/im.exec(text)?.[1] ?? ''
          received.push({ messageId, to: session.envelope.rcptTo.map((each) => each.address) })
          onTaken?.()
          onTaken = undefined
          if (hangUps.left > 0) {
            hangUps.left -= 1
            for (const connection of server.connections) connection.close()
            return
          }
          setTimeout(callback, slowness.ms)
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
    reject: (times: number) => {
      refusals.left = times
    },
    /** Calls back after the server accepted the next message and before it confirms it. */
    nextTaken: (then: () => void) =>
      new Promise<void>((resolve) => {
        onTaken = () => {
          then()
          resolve()
        }
      }),
    /** Accepts a message at once, but confirms it only after this time. */
    delay: (ms: number) => {
      slowness.ms = ms
    },
    /** Accepts this number of messages and disconnects instead of confirming. */
    hangUp: (times: number) => {
      hangUps.left = times
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
      for (const counter of [refusals, hangUps]) counter.left = 0
      slowness.ms = 0
      onTaken = undefined
    },
  }
}
