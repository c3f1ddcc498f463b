import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'domain', 'accounts', 'mailbox', 'delivery-reports')

export const reportForms = ['postfix', 'exim', 'exchange', 'gmail'] as const

/** Returns a report as this kind of server writes it, about `mail` or about an invented mail. */
export async function loadReportSample(
  form: (typeof reportForms)[number],
  mail?: { messageId: string; to: string },
): Promise<string> {
  const text = await readFile(join(folder, `${form}.eml`), 'latin1')
  if (!mail) return text
  return text
    .replaceAll('evt-805@loja.exemplo.test', mail.messageId)
    .replaceAll(/ana@exemplo\.test/gi, mail.to)
}
