import { expect, test } from 'vitest'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { claimOutboxRow } from '#app/models/platform/outbox.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'

async function loadRow(job: string) {
  return db.selectFrom('outbox').selectAll().where('job', '=', job).executeTakeFirstOrThrow()
}

test('a job runs its effect and closes its row; a second run does nothing', async () => {
  await openShop()
  await makeOrder({ [await makeDownload()]: 1 })
  const { id } = await loadRow('issue-boleto')
  await runOutboxJob(id)
  await runOutboxJob(id)
  expect(await loadRow('issue-boleto')).toMatchObject({ attempts: 1, lease_until: null, last_error: null })
  expect((await loadRow('issue-boleto')).done_at).toBeInstanceOf(Date)
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(1)
})

test('fails for a row leased by another worker without running its effect', async () => {
  await openShop()
  await makeOrder({ [await makeDownload()]: 1 })
  const { id } = await loadRow('issue-boleto')
  await claimOutboxRow(id, 60_000)
  await expect(runOutboxJob(id)).rejects.toThrow('another worker holds this row')
  expect(await db.selectFrom('boletos').select('id').execute()).toEqual([])
})

test('rejects an impossible effect permanently with its reason', async () => {
  // Without `openShop` the shop has no bank agreement.
  await makeOrder({ [await makeDownload()]: 1 })
  const { id } = await loadRow('issue-boleto')
  await runOutboxJob(id)
  expect(await loadRow('issue-boleto')).toMatchObject({
    done_at: null,
    last_error: 'no bank agreement in the settings',
  })
  expect((await loadRow('issue-boleto')).refused_at).toBeInstanceOf(Date)
})

test('a failed attempt releases the row at once and stores the error message', async () => {
  await openShop()
  await makeOrder({ [await makeDownload()]: 1 })
  const brokenJson = '{broken'
  await db.updateTable('settings').set({ value: brokenJson }).where('name', '=', 'shop').execute()
  await db.insertInto('settings').ignore().values({ name: 'shop', value: brokenJson }).execute()
  const { id } = await loadRow('issue-boleto')
  await expect(runOutboxJob(id)).rejects.toThrow()
  expect(await loadRow('issue-boleto')).toMatchObject({ done_at: null, refused_at: null, lease_until: null })
  expect((await loadRow('issue-boleto')).last_error).not.toBeNull()
})

test('leaves a row of an unknown job open', async () => {
  await db.insertInto('outbox').values({ job: 'sing-a-song', subject: '1' }).execute()
  const { id } = await loadRow('sing-a-song')
  await expect(runOutboxJob(id)).rejects.toThrow('unknown job')
  expect(await loadRow('sing-a-song')).toMatchObject({ done_at: null, refused_at: null })
})
