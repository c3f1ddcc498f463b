import type { LoaderFunctionArgs } from '@remix-run/node'
import { remittanceFileName } from '#app/domain/payments/remittance-agreement.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { noteExport } from '#app/http/accounts/security-log.server.ts'
import { idFrom } from '#app/http/list-params.ts'
import { notFound } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import { findRemittance } from '#app/models/payments/remittance.server.ts'

/** Sends a remittance file, always with the same bytes; 404 after its retention period. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireStaff(args)
  const { sequence, content, createdAt } =
    (await findRemittance(idFrom(args.params.id) ?? notFound())) ?? notFound()
  if (content === '') notFound()
  await noteExport(args, viewer, 'remessa')
  return new Response(content, {
    headers: {
      'Content-Type': 'text/plain; charset=us-ascii',
      'Content-Disposition': `attachment; filename="${remittanceFileName(sequence, civilDateIn(createdAt))}"`,
      'Cache-Control': 'private, no-store, no-transform',
    },
  })
}
