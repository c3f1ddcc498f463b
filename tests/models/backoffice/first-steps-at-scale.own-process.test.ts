import { afterAll, expect, test } from 'vitest'
import { findTestMail, requestTestMail } from '#app/models/backoffice/first-steps.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { measureCosts, watchStatements } from '../../../scripts/query-plans/statements.ts'

const connection = connect(process.env.DATABASE_URL ?? '', { queryTimeoutMs: 30_000 })
const takeStatements = watchStatements()

afterAll(() => connection.destroy())

const maxRowsRead = 100
const mailCount = 6_000

async function addMailsOfOthers() {
  const numbers = Array.from({ length: mailCount }, (_, index) => index + 1)
  for (let batchStart = 0; batchStart < mailCount; batchStart += 1_000) {
    const batch = numbers.slice(batchStart, batchStart + 1_000)
    const done_at = new Date()
    await connection
      .insertInto('outbox')
      .values(batch.map((number) => ({ job: 'mail-order-placed', subject: String(number), done_at })))
      .execute()
    const mailFields = { job: 'mail-order-placed', subject: 'Pedido recebido', state: 'sent' as const }
    await connection
      .insertInto('mails')
      .values(
        batch.map((number) => ({
          ...mailFields,
          outbox_id: 1_000_000 + number,
          subject_ref: String(number),
          to_address: `cliente-${number}@example.com`,
          sent_at: done_at,
        })),
      )
      .execute()
  }
}

test('finds the sent test mail in a long log without scanning the log, before and after another request', async () => {
  await addMailsOfOthers()
  const { userId } = await makeCustomer()
  await connection.updateTable('users').set({ is_superuser: true }).where('id', '=', userId).execute()
  const sentMail = {
    job: 'send-test-mail',
    subject_ref: String(userId),
    subject: 'Teste',
    state: 'sent' as const,
  }
  await connection
    .insertInto('mails')
    .values({ ...sentMail, outbox_id: 900_000, to_address: 'chefe@example.com', sent_at: new Date() })
    .execute()
  for (const isRequestedAgain of [false, true]) {
    if (isRequestedAgain) await requestTestMail(userId)
    takeStatements() // Discards the statements of the fixtures.
    expect(await findTestMail()).toMatchObject({ state: 'sent', to: 'chefe@example.com' })
    const costs = await measureCosts(connection, takeStatements())
    expect(
      costs
        .filter(({ rowsRead }) => rowsRead > maxRowsRead)
        .map(({ statement, rowsRead }) => [statement, rowsRead]),
    ).toEqual([])
  }
})
