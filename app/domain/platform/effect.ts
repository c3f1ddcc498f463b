/** 'now': a person waits for the effect; 'soon': it concerns one person; 'later': it concerns many people. */
export type Urgency = 'now' | 'soon' | 'later'

/** Records by which staff find the order of a mail. */
export const orderRecords = [
  'order',
  'boleto',
  'payment',
  'refund',
  'invoice',
  'photo request',
  'withdrawal',
  'withdrawal answer',
  'delivery change',
  'payer change',
  'dispatch',
  'bank file',
  'gateway event',
  'day of expiry',
] as const

export type OrderRecord = (typeof orderRecords)[number]

type MailDeclaration = {
  /** effects for many recipients are never 'now', since they would delay a password link */
  urgency: Urgency
  about: OrderRecord | null // null if the mail concerns no order
  /** the mail contains or replaces the boleto's PDF, so it waits for the PDF */
  waitsFor?: 'for the boleto'
  /** 'on request': after a failure, the person must request a new mail */
  trigger?: 'on request'
}

type TaskDeclaration = {
  urgency: Urgency
  /** 'runs' if it may run twice without harm after a restore; otherwise staff decide */
  afterRestore: 'runs' | 'staff decide'
}

/** Each mail is one outbox row and one job. A comment shows the format of a subject that is no record's id. */
export const mailEffects = {
  'send-password-link': { urgency: 'now', about: null, trigger: 'on request' },
  'send-moved-in-link': { urgency: 'later', about: null, trigger: 'on request' },
  'send-staff-link': { urgency: 'now', about: null, trigger: 'on request' },
  'send-email-link': { urgency: 'now', about: null },
  'send-test-mail': { urgency: 'now', about: null },
  'send-invitation': { urgency: 'now', about: null }, // '{member}/{send}' (D92)
  'mail-colleague-joined': { urgency: 'soon', about: null },
  'mail-password-changed': { urgency: 'now', about: null },
  'mail-email-changed': { urgency: 'now', about: null },
  'mail-deletion-requested': { urgency: 'now', about: null },
  'mail-second-factor': { urgency: 'now', about: null },
  'mail-staff-security': { urgency: 'now', about: null }, // '{a|n} {account|network} {hour} {administrator}'
  'forward-contact-message': { urgency: 'soon', about: null },
  'acknowledge-contact-message': { urgency: 'now', about: null },
  'mail-revision': { urgency: 'later', about: null }, // '{notice}/{profile}' (D37)
  'mail-recall': { urgency: 'later', about: null }, // '{notice}/{profile}' (D202)
  'mail-closing': { urgency: 'later', about: null },
  'mail-expiry': { urgency: 'later', about: null }, // '{profile}/{day}'
  'mail-staff-undispatched': { urgency: 'soon', about: 'day of expiry' },
  'mail-staff-suspended-renewal': { urgency: 'soon', about: 'order' },
  'mail-order-received': { urgency: 'now', about: 'order', waitsFor: 'for the boleto' },
  'mail-order-without-boleto': { urgency: 'now', about: 'order', waitsFor: 'for the boleto' },
  'mail-order-under-review': { urgency: 'now', about: 'order' },
  'mail-order-cancelled': { urgency: 'soon', about: 'order' },
  'mail-cancellation-received': { urgency: 'now', about: 'order' },
  'mail-order-unpaid': { urgency: 'soon', about: 'order' },
  'mail-payment-confirmed': { urgency: 'soon', about: 'order' },
  'mail-photo-approved': { urgency: 'soon', about: 'order' },
  'mail-photo-rejected': { urgency: 'soon', about: 'order' },
  'mail-photo-request': { urgency: 'soon', about: 'photo request' },
  'ask-staff-for-freight': { urgency: 'soon', about: 'order' },
  'mail-boleto-ready': { urgency: 'now', about: 'boleto', waitsFor: 'for the boleto' },
  'mail-boleto-renewed': { urgency: 'now', about: 'boleto', waitsFor: 'for the boleto' },
  'mail-boleto-registered': { urgency: 'soon', about: 'boleto' },
  'mail-boleto-refused': { urgency: 'soon', about: 'boleto' },
  'mail-boleto-due': { urgency: 'later', about: 'boleto' },
  'mail-boleto-expired': { urgency: 'later', about: 'boleto' },
  'mail-invoice': { urgency: 'soon', about: 'invoice' },
  'acknowledge-withdrawal': { urgency: 'now', about: 'withdrawal' }, // The receipt is due immediately (Decreto 7.962, art. 5).
  'forward-withdrawal': { urgency: 'soon', about: 'withdrawal' },
  'mail-withdrawal-answer': { urgency: 'soon', about: 'withdrawal answer' },
  'mail-dispatched': { urgency: 'soon', about: 'dispatch' }, // '{shipment}-{dispatch}'
  'mail-delivery-changed': { urgency: 'soon', about: 'delivery change' },
  'mail-payer-corrected': { urgency: 'soon', about: 'payer change' },
  'mail-refund': { urgency: 'soon', about: 'refund' },
  'mail-refund-reversed': { urgency: 'soon', about: 'refund' },
  'mail-staff-payment': { urgency: 'soon', about: 'payment' },
  'mail-staff-gateway-event': { urgency: 'soon', about: 'gateway event' },
  'mail-staff-refused-boletos': { urgency: 'soon', about: 'bank file' },
  'mail-staff-waiting-work': { urgency: 'soon', about: null }, // time of the mail to staff, ISO 8601 (D198)
} as const satisfies Record<string, MailDeclaration>

export const taskEffects = {
  'issue-boleto': { urgency: 'now', afterRestore: 'runs' },
  'render-boleto': { urgency: 'now', afterRestore: 'runs' },
  'render-price-quote': { urgency: 'now', afterRestore: 'runs' },
  'prepare-file': { urgency: 'now', afterRestore: 'runs' },
  'prepare-report': { urgency: 'soon', afterRestore: 'runs' }, // files that take long to make: reports and sheets of labels
  'prepare-closing': { urgency: 'later', afterRestore: 'staff decide' },
  'notify-subscribers': { urgency: 'later', afterRestore: 'staff decide' },
  'resend-mail': { urgency: 'now', afterRestore: 'staff decide' }, // '{mail}/{attempt}'
  'resend-order-mail': { urgency: 'now', afterRestore: 'staff decide' }, // id of the change of e-mail (D192)
  'copy-mail': { urgency: 'now', afterRestore: 'staff decide' }, // '{outbox row of the mail}/{user}' (D156)
  'apply-bank-file': { urgency: 'soon', afterRestore: 'runs' },
  'check-csv': { urgency: 'soon', afterRestore: 'runs' },
  'apply-csv': { urgency: 'soon', afterRestore: 'runs' },
  'process-webhook-event': { urgency: 'soon', afterRestore: 'runs' },
  'cancel-boleto': { urgency: 'soon', afterRestore: 'runs' },
  'check-boletos': { urgency: 'soon', afterRestore: 'runs' }, // '{user}/{minute}'
  'issue-pix': { urgency: 'now', afterRestore: 'runs' },
  'remove-pix': { urgency: 'soon', afterRestore: 'runs' },
  'read-pix': { urgency: 'soon', afterRestore: 'runs' }, // end-to-end id
  'refund-pix': { urgency: 'soon', afterRestore: 'runs' },
  'check-pix': { urgency: 'now', afterRestore: 'runs' }, // 'settings' (D137)
  'issue-invoice': { urgency: 'soon', afterRestore: 'runs' },
  'read-invoice': { urgency: 'soon', afterRestore: 'runs' }, // '{invoice}/{turn}' (D145)
  'keep-invoice-files': { urgency: 'soon', afterRestore: 'runs' }, // '{invoice}/{authorised|cancelled}'
  'cancel-invoice': { urgency: 'soon', afterRestore: 'runs' },
  'correct-invoice': { urgency: 'soon', afterRestore: 'staff decide' },
  'deliver-webhook': { urgency: 'soon', afterRestore: 'runs' }, // '{delivery}/{turn}'
} as const satisfies Record<string, TaskDeclaration>

export type MailName = keyof typeof mailEffects
export type TaskEffect = keyof typeof taskEffects
export type Effect = MailName | TaskEffect

export type OrderMailName = {
  [Name in MailName]: (typeof mailEffects)[Name]['about'] extends null ? never : Name
}[MailName]

export const effectUrgencies: ReadonlyMap<string, Urgency> = new Map(
  Object.entries({ ...mailEffects, ...taskEffects }).map(([name, { urgency }]) => [name, urgency]),
)

const mailDeclarations: Readonly<Record<MailName, MailDeclaration>> = mailEffects

/** Mails that wait for the boleto's PDF. Obsolete ones are skipped. */
export const delayedEffects: ReadonlySet<string> = new Set(
  listMailsWith(({ waitsFor }) => waitsFor !== undefined),
)

/** Mails that staff cannot send again: the person requests a new one. */
export const singleMails: ReadonlySet<string> = new Set(
  listMailsWith(({ trigger }) => trigger === 'on request'),
)

export const orderMailNames: ReadonlySet<string> = new Set(
  listMailsWith(({ about }) => about !== null && about !== 'bank file' && about !== 'gateway event'),
)

export function listMailsAbout(record: OrderRecord): string[] {
  return listMailsWith(({ about }) => about === record)
}

export const tasksAfterRestore: readonly string[] = Object.entries(taskEffects)
  .filter(([, { afterRestore }]) => afterRestore === 'runs')
  .map(([name]) => name)

/** After a restore, the `cause` runs again and would send this mail again, so staff decide about the mail first. */
export const boletoMailRelease: { cause: TaskEffect; mail: MailName } = {
  cause: 'issue-boleto',
  mail: 'mail-order-received',
}

function listMailsWith(matches: (declaration: MailDeclaration) => boolean): string[] {
  return Object.entries(mailDeclarations).flatMap(([name, declaration]) =>
    matches(declaration) ? [name] : [],
  )
}
