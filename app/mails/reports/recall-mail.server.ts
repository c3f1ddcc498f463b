import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { button, formatGreeting, labelledRows, paragraph } from '#app/mails/platform/blocks.ts'
import { defineMail } from '#app/mails/platform/define-mail.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import {
  type HoldersFilter,
  publicationClients,
  type SubscribedUnit,
} from '#app/models/reports/publication-clients.server.ts'
import { findRecallMail, markRecallSent, markRecallUnsent } from '#app/models/reports/recall-notice.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { formatRecallReason, listRecallRows } from '#app/text/reports/recall-mail-text.ts'

type RecallFacts = {
  contactName: string
  company: string | null
  name: string
  subject: string
  body: string
  units: readonly Pick<SubscribedUnit, 'registration' | 'serialNumber' | 'held' | 'due' | 'isSuspended'>[]
  today: string
  manageUrl: string
  sender: CompanyContact
}

/**
 * Sends a recall to a client who has the publication, unless the account is closed (D202). The job's subject
 * is '{notice}/{profile}'.
 */
const recall = defineMail({
  name: 'mail-recall',
  label: 'E-mail: aviso a quem tem a publicação',
  async find(subject, { isResend }) {
    const [noticeId, profileId] = parseSubject(subject)
    const mail = await findRecallMail(noticeId, profileId)
    if (!mail || (mail.isSent && !isResend)) return undefined
    if (mail.isClosed) {
      await markRecallUnsent(noticeId, profileId)
      return undefined
    }
    const today = toCivilDate(new Date())
    const { filter, ...letter } = mail
    const profileQuery = { publicationId: mail.publicationId, today, chosen: { only: [profileId] } }
    const findHolder = async (copies: HoldersFilter) =>
      (await publicationClients.rows({ ...profileQuery, ...copies }, { limit: 1, offset: 0 })).at(0)
    // After the notice was written, the client's copy may have got another revision or have expired.
    const holder = (await findHolder(filter)) ?? (await findHolder({ kind: 'everybody' }))
    const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
    const company = mail.isCompany ? mail.companyName : null
    return {
      ...letter,
      company,
      units: holder?.units ?? [],
      today,
      manageUrl,
      sender: await loadMailSender(),
    }
  },
  to: ({ email }) => email,
  write: ({ contactName, subject, body, manageUrl, ...recallFacts }: RecallFacts) => ({
    subject,
    blocks: [
      paragraph(formatGreeting(contactName)),
      ...splitLines(body).map((line) => paragraph(line)),
      labelledRows(listRecallRows(recallFacts)),
      paragraph(formatRecallReason(recallFacts)),
      button('Minhas publicações', manageUrl),
    ],
  }),
  onSent: (subject) => markRecallSent(...parseSubject(subject)),
  onRefusal: (subject) => markRecallUnsent(...parseSubject(subject)),
})

export const recallMails = [recall]

function splitLines(body: string): string[] {
  return body.split('\n').filter((line) => line.trim() !== '')
}

function parseSubject(subject: string): [noticeId: number, profileId: number] {
  const [, noticeId, profileId] = /^(\d+)\/(\d+)$/.exec(subject)?.map(Number) ?? []
  if (!noticeId || !profileId) throw new JobRefused('no notice and person for this mail')
  return [noticeId, profileId]
}
