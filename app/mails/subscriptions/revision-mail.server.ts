import { JobRefused } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import {
  type Block,
  button,
  facts,
  hello,
  optOutLine,
  paragraph,
  quote,
  together,
} from '#app/mails/platform/blocks.ts'
import { defineMail, type OptOut } from '#app/mails/platform/define-mail.ts'
import { getOptOut } from '#app/mails/platform/opt-out.server.ts'
import { mailSender } from '#app/mails/platform/sender.server.ts'
import { findNoticeMail, recordSent, recordUnsent } from '#app/models/subscriptions/revision-notice.server.ts'
import { paths } from '#app/paths.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { mailTopicLabels } from '#app/text/accounts/mail-topic-labels.ts'
import { type AnnouncedRevision, revisionNotice } from '#app/text/catalogue/revision-labels.ts'

type NewRevision = AnnouncedRevision & {
  contactName: string
  manageUrl: string
  optOut: OptOut
  sender: CompanyContact
}

/**
 * Sent to a subscriber of the publication (D37, F91), unless the account is closed. The subject is
 * '{notice}/{profile}'. The outcome is recorded, and staff may send it again.
 */
const newRevision = defineMail({
  name: 'mail-revision',
  label: 'E-mail: nova revisão',
  async find(subject, { isResend }) {
    const [noticeId, profileId] = parseSubject(subject)
    const mail = await findNoticeMail(noticeId, profileId)
    if (!mail || (mail.isSent && !isResend)) return undefined
    if (!mail.isClosed) {
      const optOut = await getOptOut(mail.userId, 'revisions')
      const manageUrl = `${env.PUBLIC_URL}${paths.manage()}`
      return { ...mail, manageUrl, optOut, sender: await mailSender() }
    }
    await recordUnsent(noticeId, profileId)
    return undefined
  },
  to: ({ email }) => email,
  optOut: ({ optOut }) => optOut,
  write: ({ contactName, manageUrl, optOut, sender: _, ...revision }: NewRevision) => {
    const notice = revisionNotice(revision)
    return {
      subject: notice.subject,
      blocks: [
        paragraph(hello(contactName)),
        paragraph(notice.opening),
        facts(notice.facts),
        ...(notice.changes === null ? [] : [makeChangesBlock(notice.changesTitle, notice.changes)]),
        paragraph(notice.wayOn),
        button('Minhas publicações', manageUrl),
        optOutLine(mailTopicLabels.revisions, optOut.url),
      ],
    }
  },
  sent: (subject) => recordSent(...parseSubject(subject)),
  refused: (subject) => recordUnsent(...parseSubject(subject)),
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
    pieces: [{ words: title, as: 'strong' }],
    inText: [`${title}:`],
  }
  return together(heading, quote(changes))
}
