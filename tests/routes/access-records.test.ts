import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startSession } from '#app/models/accounts/session.server.ts'
import { createApiKey } from '#app/models/backoffice/api-key.server.ts'
import { AccessRecords } from '#server/watch/access-records.ts'
import { makeCustomer, password } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { type Reply, type RequestData, startEdge } from '#tests/server/test-server.ts'
import { build } from '#tests/support/app-client.ts'
import { formBody } from '#tests/support/request.ts'

/** Sends requests one after the other. Returns the status and the recorded account of each. */
async function recordRequests(requests: readonly RequestData[]): Promise<(number | undefined)[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-records-'))
  const accessRecords = new AccessRecords({ folder, log: pino({ level: 'silent' }) })
  const edge = await startEdge({ build, accessRecords })
  const replies: Reply[] = []
  for (const request of requests) replies.push(await edge.send(request))
  await edge.close()
  await accessRecords.close()
  const fileTexts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  )
  await rm(folder, { recursive: true })
  const recordLines = fileTexts.flatMap((text) => text.split('\n').filter(Boolean))
  const records: { request: string; user?: number }[] = recordLines.map((line) => JSON.parse(line))
  return replies.map(({ status, headers }) => [
    status,
    records.find(({ request }) => request === headers['x-request-id'])?.user,
  ])
}

const makeApiRequest = (token: string): RequestData => ({
  path: '/publication/',
  headers: { Authorization: `Bearer ${token}` },
})

function makePostRequest(path: string, body: string, type: string): RequestData {
  const headers = {
    'Content-Type': type,
    'Content-Length': String(body.length),
    'Sec-Fetch-Site': 'same-origin',
  }
  return { method: 'POST', path, body, headers }
}

test('access records name the account of a token, of a key’s owner and of a login, and none when rejected', async () => {
  await openShop()
  const { userId, email } = await makeCustomer()
  const staffId = await makeStaff()
  const { key: apiKey } = await createApiKey(staffId, { name: 'Estoque', scopes: ['catalogue:read'] })
  const token = await startSession(userId, 'test', 'api')
  const makeLoginBody = (typedPassword: string) => formBody({ email, password: typedPassword }).toString()
  const makeLoginRequest = (typedPassword: string) =>
    makePostRequest('/login', makeLoginBody(typedPassword), 'application/x-www-form-urlencoded')
  const tokenBody = JSON.stringify({ username: email, password })
  expect(
    await recordRequests([
      makeApiRequest(token),
      makeApiRequest(apiKey),
      makeApiRequest('no token'),
      makeLoginRequest(password),
      makeLoginRequest('another word'),
      makePostRequest('/api/token/', tokenBody, 'application/json'),
    ]),
  ).toEqual([
    [200, userId],
    [200, staffId],
    [401, undefined],
    [303, userId],
    [400, undefined],
    [200, userId],
  ])
})
