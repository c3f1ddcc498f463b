import { Readable } from 'node:stream'
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { recordSecurity } from '#app/http/accounts/security-log.server.ts'
import { redirectWithFlash, seeOther } from '#app/http/flash.server.ts'
import { setRetryAfter } from '#app/http/retry-after.server.ts'
import { requireViewer } from '#app/http/session.server.ts'
import { paths } from '#app/paths.ts'
import { exportData } from '#app/routes/account/data-export.server.ts'
import { messages } from '#app/text/platform/messages.ts'

/** Redirects to the form because every export is recorded and so needs a POST. */
export async function loader(args: LoaderFunctionArgs) {
  await requireViewer(args)
  return seeOther(paths.dataExport())
}

/** Sends all data about the customer as a file (LGPD, art. 18, II and V). */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args)
  const exportedText = await exportData(viewer)
  if ('retryAt' in exportedText) {
    const text = messages.tooManyExports(setRetryAfter(args.context, exportedText))
    return redirectWithFlash(paths.dataExport(), { tone: 'warn', text })
  }
  await recordSecurity(args, 'data-exported', { userId: viewer.userId, accountId: viewer.userId })
  return new Response(createReadableStreamFromReadable(Readable.from(exportedText)), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="meus-dados-aeropub.json"',
      'Cache-Control': 'no-store',
    },
  })
}
