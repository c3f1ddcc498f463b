import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string; ms: number }
export type Question = { path: string; cookie?: string; token?: string; form?: URLSearchParams }

const answerLimitMs = 15_000

/** One of the two that are compared. */
export type Side = {
  readonly name: 'bare' | 'web'
  readonly pid: number
  ask(question: Question): Promise<Answer>
}

/** The process `pid` that answers at `url`, asked over at most `connections` connections that stay open. */
export function sideAt(name: Side['name'], url: string, pid: number, connections: number): Side {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    name,
    pid,
    ask: ({ path, cookie, token, form }) =>
      new Promise((resolve, reject) => {
        const body = form?.toString()
        const began = performance.now()
        const asked = request(`${url}${path}`, { agent, method: body === undefined ? 'GET' : 'POST' })
        asked.setHeader('Accept', 'text/html')
        asked.setHeader('Sec-Fetch-Site', 'same-origin')
        if (cookie) asked.setHeader('Cookie', cookie)
        if (token) asked.setHeader('Authorization', `Bearer ${token}`)
        if (body !== undefined) {
          asked.setHeader('Content-Type', 'application/x-www-form-urlencoded')
          asked.setHeader('Content-Length', Buffer.byteLength(body))
        }
        asked.once('error', reject)
        asked.setTimeout(answerLimitMs, () => asked.destroy(new Error(`${name}: no answer to ${path}`)))
        asked.once('response', (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.once('error', reject)
          answer.once('end', () => {
            const ms = performance.now() - began
            const text = Buffer.concat(chunks).toString()
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text, ms })
          })
        })
        asked.end(body)
      }),
  }
}
