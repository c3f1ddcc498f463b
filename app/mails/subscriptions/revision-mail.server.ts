import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import {
  type Block,
  button,
  formatGreeting,
  joinBlocks,
  labelledRows,
  optOutLine,
  paragraph,
  quote,
} from '#app/mails/platform/blocks.ts'
import { defineMail, type OptOut } from '#app/mails/platform/define-mail.ts'
import { getOptOut } from '#app/mails/platform/opt-out.server.ts'
import { loadMailSender } from '#app/mails/platform/sender.server.ts'
import {
  findNoticeMail,
  markNoticeSent,
  markNoticeUnsent,
} from '#app/models/subscriptions/revision-notice.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { formatRevisionNotice, type RevisionAnnouncement } from '#app/text/catalogue/revision-labels.ts'

type NewRevision = RevisionAnnouncement & {
  contactName: string
  manageUrl: string
  optOut: OptOut
  sender: CompanyContact
}

/**
 * Announces a revision to a subscriber (D37, F91), unless the account is closed. The job's subject is
 * '{notice}/{profile}'. The outcome is recorded, and staff may send the mail again.
 */
const newRevision = defineMail({
  name: 'mail-revision',
  label: 'E-mail: nova revisão',
  async find(subject, { isResend }) {
    const [noticeId, profileId] = parseSubject(subject)
    const mail = await findNoticeMail(noticeId, profileId)
    if (!mail || (mail.isSent && !isResend)) return undefined
    if (mail.isClosed) {
      await markNoticeUnsent(noticeId, profileId)
      return undefined
    }
    const optOut = await getOptOut(mail.userId, 'revisions')
    const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
    return { ...mail, manageUrl, optOut, sender: await loadMailSender() }
  },
  to: ({ email }) => email,
  optOut: ({ optOut }) => optOut,
  write: ({ contactName, manageUrl, optOut, sender: _, ...revision }: NewRevision) => {
    const notice = formatRevisionNotice(revision)
    return {
      subject: notice.subject,
      blocks: [
        paragraph(formatGreeting(contactName)),
        paragraph(notice.opening),
        labelledRows(notice.details),
        ...(notice.changes === null ? [] : [makeChangesBlock(notice.changesTitle, notice.changes)]),
        paragraph(notice.nextLink),
        button('Minhas publicações', manageUrl),
        optOutLine(mailTopicLabels.revisions, optOut.url),
      ],
    }
  },
  onSent: (subject) => markNoticeSent(...parseSubject(subject)),
  onRefusal: (subject) => markNoticeUnsent(...parseSubject(subject)),
})

export const revisionMails = [newRevision]

function parseSubject(subject: string): [noticeId: number, profileId: number] {
  const [, noticeId, profileId] = /^(\d+)\/(\d+)$/.exec(subject)?.map(Number) ?? []
  if (!noticeId || !profileId) throw new JobRefused('no notice and person for this mail')
  return [noticeId, profileId]
}

function makeChangesBlock(title: string, changes: string): Block {
  const heading: Block = {
    kind: 'paragraph',
    pieces: [{ text: title, as: 'strong' }],
    inText: [`${title}:`],
  }
  return joinBlocks(heading, quote(changes))
}
