import type { MailName, TaskEffect } from '#app/domain/reports/effect.ts'

/**
 * What becomes of an effect that was open in a restored backup and may have happened since (D112): it goes on by itself
 * where a second time does no harm, else staff are asked. Mails are always asked for.
 */
export const afterRestore: Readonly<Record<TaskEffect, 'goes-on' | 'ask'>> = {
  // A charge at the gateway is adopted by its reference; an own boleto gets a number that was never given.
  'issue-boleto': 'goes-on',
  'render-boleto': 'goes-on',
  'render-price-quote': 'goes-on',
  'prepare-file': 'goes-on',
  'prepare-report': 'goes-on',
  'process-webhook-event': 'goes-on',
  'check-boletos': 'goes-on',
  'cancel-boleto': 'goes-on',
  // Each line counts once, and a payment that is left out holds up an order.
  'apply-bank-file': 'goes-on',
  'check-csv': 'goes-on',
  'apply-csv': 'goes-on',
  // The event's id is in it, by which receivers know a repeat.
  'deliver-webhook': 'goes-on',
  'notify-subscribers': 'ask',
  'resend-mail': 'ask',
}

export const effectsThatGoOn: readonly string[] = Object.entries(afterRestore)
  .filter(([, decision]) => decision === 'goes-on')
  .map(([job]) => job)

/** The mail that an effect which goes on would send anew; staff are asked about it beforehand. */
export const mailOfBoleto: { cause: TaskEffect; mail: MailName } = {
  cause: 'issue-boleto',
  mail: 'mail-order-received',
}
