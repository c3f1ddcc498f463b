import { beforeEach, expect, test } from 'vitest'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox, listUnpublished } from '#app/models/platform/outbox.server.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { loginAs, type Visitor } from '#tests/support/request.ts'

const jobs = ['mail-payment-confirmed', 'mail-order-received'] as const
let staff: Visitor
/** Outbox ids by job: first the `mail-order-received`, then the two `mail-payment-confirmed`. */
let mailIds: number[]

/** Simulates a restored backup: two uncertain mails of one kind and one of another. */
beforeEach(async () => {
  await openShop()
  staff = await loginAs({ userId: await makeStaff() })
  await db.deleteFrom('outbox').execute()
  await db
    .insertInto('restores')
    .values({
      archive: 'a'.repeat(32),
      epoch: 'one',
      snapshot_at: new Date('2026-11-20T06:00:00Z'),
      restored_at: new Date('2026-11-20T13:30:00Z'),
      first_event: 1,
      first_order: 21_000,
    })
    .execute()
  await withTransaction(async (trx) => {
    await addToOutbox(trx, jobs, '7')
    await addToOutbox(trx, ['mail-payment-confirmed'], '8')
  })
  await db
    .updateTable('outbox')
    .set({ uncertain_at: new Date(), refused_at: new Date(), not_before: null })
    .execute()
  const rows = await db.selectFrom('outbox').select('id').orderBy('job').orderBy('id').execute()
  mailIds = rows.map(({ id }) => id)
})

/** Presses a button. Returns the text of the page afterwards. */
async function pressButton(fields: Record<string, string>): Promise<string> {
  expect((await fetchPage(staff, '/admin/jobs', fields)).location).toBe('/admin/jobs')
  return (await fetchPage(staff, '/admin/jobs')).text
}

const listOfferedJobs = async () => (await listUnpublished(jobs, 10)).map(({ id }) => id)
const getIdAt = (index: number) => mailIds[index] ?? 0

test('sends no mail automatically after a restore; “Hoje” and “Tarefas” list the waiting ones', async () => {
  expect(await listOfferedJobs()).toEqual([])
  expect((await fetchPage(staff, '/admin/today')).text).toContain(
    'Depois da recuperação: 3 tarefas talvez já feitas',
  )
  const { text } = await fetchPage(staff, '/admin/jobs')
  for (const expectedText of ['Talvez já feitas', 'em 20/11/2026 às 10:30', 'a partir do nº 21000'])
    expect(text).toContain(expectedText)
  expect(text).not.toContain('Com problema')
  expect(await pressButton({ retry: 'all' })).toContain('Não há o que tentar')
  expect(await listOfferedJobs()).toEqual([])
})

test('sends an uncertain mail again or marks it as done, with history, and ignores a second decision', async () => {
  expect(await pressButton({ again: String(getIdAt(1)) })).toContain('A tarefa será feita de novo.')
  expect(await listOfferedJobs()).toEqual([getIdAt(1)])
  expect(await pressButton({ done: String(getIdAt(2)) })).toContain('A tarefa foi dada por feita.')
  expect(await pressButton({ again: String(getIdAt(2)) })).toContain('Nada mudou')
  expect(await listOfferedJobs()).toEqual([getIdAt(1)])
  const historyText = (await fetchPage(staff, '/admin/history?entity=job')).text
  expect(historyText).toContain('Enviado de novo após a recuperação')
  expect(historyText).toContain('Dado por feito após a recuperação')
})

test('decides all effects of one kind at once and leaves other kinds unchanged', async () => {
  expect(await pressButton({ done: 'mail-payment-confirmed' })).toContain('2 tarefas foram dadas por feitas.')
  const uncertainEffects = await db
    .selectFrom('outbox')
    .select('id')
    .where('uncertain_at', 'is not', null)
    .execute()
  expect(uncertainEffects.map(({ id }) => id)).toEqual([getIdAt(0)])
  expect(await pressButton({ again: 'mail-order-received' })).toContain('A tarefa será feita de novo.')
  expect(await listOfferedJobs()).toEqual([getIdAt(0)])
  expect((await fetchPage(staff, '/admin/jobs')).text).not.toContain('Talvez já feitas')
})

test('returns 404 for an unknown task', async () => {
  expect((await fetchPage(staff, '/admin/jobs', { again: "' or 1" })).status).toBe(404)
})
