import type { LoaderFunctionArgs } from '@remix-run/node'
import { formatRemittanceFileName } from '#app/domain/payments/remittance-agreement.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { recordExport } from '#app/http/accounts/security-log.server.ts'
import { parseId } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findRemittance } from '#app/models/payments/remittance.server.ts'

/** Sends a remittance file, always with the same bytes; 404 after its retention period. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const { sequence, content, createdAt } =
    (await findRemittance(parseId(args.params.id) ?? notFound())) ?? notFound()
  if (content === '') notFound()
  await recordExport(args, viewer, 'remessa')
  return new Response(content, {
    headers: {
      'Content-Type': 'text/plain; charset=us-ascii',
      'Content-Disposition': `attachment; filename="${formatRemittanceFileName(sequence, toCivilDate(createdAt))}"`,
      'Cache-Control': 'private, no-store, no-transform',
    },
  })
}
