import { db } from '#app/models/platform/db.server.ts'

export const refusedListed = 20

export const refusedOutcomes = ['rejected', 'instruction-rejected', 'unpayable'] as const

/** Lists lines of a bank file that no buyer can pay or that the bank rejected; undefined where there are none. */
export async function findRefusedInFile(fileId: number) {
  const file = await db
    .selectFrom('bank_files')
    .select(['id', 'bank', 'format'])
    .where('id', '=', fileId)
    .executeTakeFirst()
  if (!file) return undefined
  const lines = await db
    .selectFrom('bank_file_lines as line')
    .leftJoin('boletos', 'boletos.id', 'line.boleto_id')
    .where('bank_file_id', '=', fileId)
    .where('outcome', 'in', refusedOutcomes)
    .select(['boletos.order_id as orderId', 'line.our_number as ourNumber', 'outcome', 'reasons'])
    .orderBy('line.line')
    .execute()
  const rows = lines.flatMap(({ outcome, ...row }) =>
    outcome === 'rejected' || outcome === 'instruction-rejected' || outcome === 'unpayable'
      ? [{ ...row, outcome }]
      : [],
  )
  return rows.length === 0 ? undefined : { ...file, count: rows.length, rows: rows.slice(0, refusedListed) }
}
