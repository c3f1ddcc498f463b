import { expect, test } from 'vitest'
import { prepareFile } from '#app/jobs/prepare-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { giveFile, makePdf } from '#tests/factories/files.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'
import { callAs, matchSignedAddress } from '#tests/support/api-client.ts'

async function buyDownload() {
  const customer = await makeCustomer()
  const unit = await makeSubscription(customer, { due: '2099-01-01', version: 'Rev. 1' })
  await giveFile(unit.publicationId, { bytes: await makePdf([{}]) })
  return { ...unit, client: await callAs(customer) }
}

test('GET /signature/{id} returns a file address that the token opens after the copy is created', async () => {
  const { id, client } = await buyDownload()
  const { file } = (await client.get(`/signature/${id}`)).body
  const path = new URL(file).pathname
  const earlyAnswer = await client.get(path)
  expect([earlyAnswer.status, earlyAnswer.headers.get('Retry-After')]).toEqual([503, '5'])
  const row = await db.selectFrom('prepared_files').select('id').executeTakeFirstOrThrow()
  await prepareFile.run(String(row.id), { id: 1 })
  const answer = await client.get(path)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await db.selectFrom('prepared_files').select('id').execute()).toHaveLength(1)
  expect(await db.selectFrom('downloads').select('id').execute()).toHaveLength(1)
})

test.each([
  ['one-off', false],
  ['subscribed', true],
])(
  'GET /signature/{id} returns no address while a %s download has no file that its buyer may open',
  async (_, isSignature) => {
    const customer = await makeCustomer()
    const unit = await makeSubscription(customer, { due: '2099-01-01', version: 'Rev. 1' })
    await db.updateTable('order_lines').set({ is_signature: isSignature }).execute()
    const client = await callAs(customer)
    const fetchFileAddress = async () => (await client.get(`/signature/${unit.id}`)).body.file
    expect(await fetchFileAddress()).toBeNull()
    expect((await client.get(`/api/signature_file/${unit.id}/`)).status).toBe(404)
    // The file belongs to Rev. 1, which a subscription includes, but not a one-off purchase of Rev. 0.
    await db.updateTable('order_lines').set({ version: 'Rev. 0' }).execute()
    await giveFile(unit.publicationId)
    expect(await fetchFileAddress()).toEqual(
      isSignature ? matchSignedAddress(`/api/signature_file/${unit.id}/`) : null,
    )
    await db.updateTable('order_lines').set({ version: 'Rev. 1' }).execute()
    expect(await fetchFileAddress()).toEqual(matchSignedAddress(`/api/signature_file/${unit.id}/`))
  },
)

test('GET /api/signature_file/{id}/ returns 404 to other customers, to staff, and after expiry', async () => {
  const { id, client } = await buyDownload()
  const path = `/api/signature_file/${id}/`
  expect((await (await callAs(await makeCustomer())).get(path)).status).toBe(404)
  const staff = await callAs({ userId: await makeStaff() })
  expect((await staff.get(path)).status).toBe(404)
  expect((await staff.get(`/signature/${id}`)).body.file).toBeNull()
  await db.updateTable('subscriptions').set({ due: '2020-01-01' }).where('id', '=', id).execute()
  expect((await client.get(`/signature/${id}`)).body.file).toBeNull()
  expect((await client.get(path)).status).toBe(404)
})
