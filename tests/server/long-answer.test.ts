import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Edge, minimalBuild, startEdge } from './test-server.ts'

const CHUNK = 64 * 1024
const MANY = 2_000

let edge: Edge
let made = 0
let isOver = false

/** Starts a server with an incompressible response of 125 MB, generated on demand. */
beforeEach(async () => {
  made = 0
  isOver = false
  const { build } = minimalBuild()
  const makeBody = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (made === MANY) return controller.close()
        made += 1
        controller.enqueue(new Uint8Array(CHUNK))
      },
      cancel() {
        isOver = true
      },
    })
  const loadBody = () => new Response(makeBody(), { headers: { 'Content-Type': 'application/octet-stream' } })
  const route = { id: 'routes/long', parentId: 'root', path: 'long' }
  build.routes[route.id] = { ...route, module: { default: undefined, loader: loadBody } }
  edge = await startEdge({ build })
})

afterEach(() => edge.close())

async function begin(): Promise<IncomingMessage> {
  const [answer] = await once(get(`${edge.origin}/long`), 'response')
  return answer.pause()
}

test('produces a response at its reader’s speed, and completely', async () => {
  const answer = await begin()
  const before = await vi.waitFor(async () => {
    const now = made
    await new Promise((resolve) => setImmediate(resolve))
    expect(made).toBe(now)
    return now
  })
  expect(before).toBeLessThan(MANY / 4)
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  expect(bytes).toBe(MANY * CHUNK)
})

test('stops when the reader has disconnected', async () => {
  const answer = await begin()
  answer.destroy()
  await vi.waitFor(() => expect(isOver).toBe(true))
  expect(made).toBeLessThan(MANY / 4)
})
