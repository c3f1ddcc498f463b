import { createHash } from 'node:crypto'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { listCurrentVersions } from '#app/models/catalogue/publication.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { requestFile } from '#app/models/platform/prepared-file.server.ts'

/** Queues the PDF of the public list. Equal lists on the same day share a file. */
export async function requestStatusList(today: CivilDate): Promise<number> {
  const rows = await listCurrentVersions()
  const listHash = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  return withTransaction((trx) =>
    requestFile(trx, {
      kind: 'status-list',
      userId: null,
      facts: { asOf: today, list: listHash },
      name: `status-das-publicacoes-${today}.pdf`,
      type: 'application/pdf',
    }),
  )
}
