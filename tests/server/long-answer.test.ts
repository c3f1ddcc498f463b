import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Edge, makeMinimalBuild, startEdge } from './test-server.ts'

const CHUNK = 64 * 1024
const CHUNK_COUNT = 2_000

let edge: Edge
let chunkCount = 0
let isCancelled = false

/** Starts a server with an incompressible response of 125 MB, generated on demand. */
beforeEach(async () => {
  chunkCount = 0
  isCancelled = false
  const { build } = makeMinimalBuild()
  const makeBody = () =>
    new ReadableStream<Uint8Array>({
      pull(controller) {
        if (chunkCount === CHUNK_COUNT) return controller.close()
        chunkCount += 1
        controller.enqueue(new Uint8Array(CHUNK))
      },
      cancel() {
        isCancelled = true
      },
    })
  const loadBody = () => new Response(makeBody(), { headers: { 'Content-Type': 'application/octet-stream' } })
  const route = { id: 'routes/long', parentId: 'root', path: 'long' }
  build.routes[route.id] = { ...route, module: { default: undefined, loader: loadBody } }
  edge = await startEdge({ build })
})

afterEach(() => edge.close())

async function beginResponse(): Promise<IncomingMessage> {
  const [answer] = await once(get(`${edge.origin}/long`), 'response')
  return answer.pause()
}

test('produces a response at its reader’s speed, and completely', async () => {
  const answer = await beginResponse()
  const bufferedCount = await vi.waitFor(async () => {
    const countBefore = chunkCount
    await new Promise((resolve) => setImmediate(resolve))
    expect(chunkCount).toBe(countBefore)
    return countBefore
  })
  expect(bufferedCount).toBeLessThan(CHUNK_COUNT / 4)
  let bytes = 0
  for await (const chunk of answer) bytes += chunk.length
  expect(bytes).toBe(CHUNK_COUNT * CHUNK)
})

test('stops when the reader has disconnected', async () => {
  const answer = await beginResponse()
  answer.destroy()
  await vi.waitFor(() => expect(isCancelled).toBe(true))
  expect(chunkCount).toBeLessThan(CHUNK_COUNT / 4)
})
