import type { LoaderFunctionArgs } from '@remix-run/node'
import { civilDateIn } from '#app/domain/calendar.ts'
import { remittanceFileName } from '#app/domain/remittance-agreement.ts'
import { findRemittance } from '#app/models/remittance.server.ts'
import { idFrom } from '#app/web/list-params.ts'
import { notFound } from '#app/web/responses.server.ts'
import { requireStaff } from '#app/web/staff.server.ts'

/** A remittance file, the same bytes however often it is asked for; not found once its keeping time is over. */
export async function loader(args: LoaderFunctionArgs) {
  await requireStaff(args)
  const { sequence, content, createdAt } =
    (await findRemittance(idFrom(args.params.id) ?? notFound())) ?? notFound()
  if (content === '') notFound()
  return new Response(content, {
    headers: {
      'Content-Type': 'text/plain; charset=us-ascii',
      'Content-Disposition': `attachment; filename="${remittanceFileName(sequence, civilDateIn(createdAt))}"`,
      'Cache-Control': 'private, no-store, no-transform',
    },
  })
}
