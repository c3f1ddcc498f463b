import type { MailName, TaskEffect } from '#app/domain/reports/effect.ts'

/** Whether an effect open in a restored backup goes on, as twice does no harm, or staff are asked, as of mails (D112). */
export const afterRestore: Readonly<Record<TaskEffect, 'goes-on' | 'ask'>> = {
  'issue-boleto': 'goes-on',
  'render-boleto': 'goes-on',
  'render-price-quote': 'goes-on',
  'prepare-file': 'goes-on',
  'prepare-report': 'goes-on',
  'process-webhook-event': 'goes-on',
  'check-boletos': 'goes-on',
  'cancel-boleto': 'goes-on',
  'issue-pix': 'goes-on',
  'remove-pix': 'goes-on',
  'read-pix': 'goes-on',
  'refund-pix': 'goes-on',
  'check-pix': 'goes-on',
  'issue-invoice': 'goes-on',
  'read-invoice': 'goes-on',
  'keep-invoice-files': 'goes-on',
  'cancel-invoice': 'goes-on',
  'correct-invoice': 'ask',
  'apply-bank-file': 'goes-on',
  'check-csv': 'goes-on',
  'apply-csv': 'goes-on',
  'deliver-webhook': 'goes-on',
  'notify-subscribers': 'ask',
  'resend-mail': 'ask',
  'copy-mail': 'ask',
}

export const effectsThatGoOn: readonly string[] = Object.entries(afterRestore)
  .filter(([, decision]) => decision === 'goes-on')
  .map(([job]) => job)

/** The mail an effect that goes on would send anew; staff are asked beforehand. */
export const mailOfBoleto: { cause: TaskEffect; mail: MailName } = {
  cause: 'issue-boleto',
  mail: 'mail-order-received',
}
