import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import {
  connectPatiently,
  retryUntilAnswered,
} from '#app/models/platform/readiness/patient-database.server.ts'
import { type FaultHarness, startHarness } from './fault-harness.ts'
import { expectInvariants } from './invariants.ts'
import { startTraffic, TRAFFIC_TEST_MS, trafficLimits } from './support/traffic.ts'

let harness: FaultHarness

beforeAll(async () => {
  harness = await startHarness(trafficLimits)
})
afterAll(() => harness.end())

test(
  'orders are placed during table changes, even when a report delays the change (row 27)',
  async () => {
    const web = await harness.startWeb()
    await harness.startWorker()
    const traffic = startTraffic(web.url)
    await traffic.waitForResponses(20)
    const report = connect(harness.environment.DATABASE_URL ?? '', { connections: 1 })
    const patient = connectPatiently(harness.environment.DATABASE_URL)
    let isChanged = false
    const change = await report.transaction().execute(async (trx) => {
      // The open transaction of the report delays any change of the table.
      await sql`select count(*) from orders`.execute(trx)
      const changing = retryUntilAnswered(
        () => sql`alter table orders add column of_the_next_release varchar(20) null`.execute(patient),
        60_000,
      ).then(() => {
        isChanged = true
      })
      await traffic.waitForResponses(50, 3)
      expect(isChanged).toBe(false)
      return { waitUntilDone: () => changing }
    })
    await change.waitUntilDone()
    await sql`create table table_of_the_next_release (id int not null primary key)`.execute(patient)
    await traffic.waitForResponses(50, 3)
    await traffic.end()
    expect(traffic.results.failures).toEqual([])
    await Promise.all([report.destroy(), patient.destroy()])
    await expectInvariants(harness, traffic.results.orderIds)
  },
  TRAFFIC_TEST_MS,
)
