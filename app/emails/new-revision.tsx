import { button, cell, labelCell, quote, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { type RevisionTold, revisionNotice } from '#app/text/catalogue/revision-words.ts'

type NewRevision = RevisionTold & { contactName: string; manageUrl: string; sender: Sender }

/** "A new revision is out", to somebody who subscribes to the publication (D37, F91). */
export function newRevisionMail({ contactName, manageUrl, sender, ...revision }: NewRevision) {
  const notice = revisionNotice(revision)
  const { subject } = notice
  const text = [
    `Olá, ${contactName}.`,
    '',
    notice.opening,
    '',
    ...notice.facts.map(({ label, value }) => `${label}: ${value}`),
    '',
    ...(notice.changes === null ? [] : [`${notice.changesTitle}:`, notice.changes, '']),
    notice.wayOn,
    '',
    `Suas publicações: ${manageUrl}`,
    '',
    ...senderText({ sender }),
  ].join('\n')
  return { subject, text, html: htmlOf({ contactName, manageUrl, sender, notice }) }
}

type Shown = Pick<NewRevision, 'contactName' | 'manageUrl' | 'sender'> & {
  notice: ReturnType<typeof revisionNotice>
}

function htmlOf({ contactName, manageUrl, sender, notice }: Shown): string {
  return renderMail({
    title: notice.subject,
    sender,
    children: (
      <>
        <p>Olá, {contactName}.</p>
        <p>{notice.opening}</p>
        <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse' }}>
          <tbody>
            {notice.facts.map(({ label, value }) => (
              <tr key={label}>
                <td style={labelCell}>{label}</td>
                <td style={cell}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {notice.changes === null ? null : (
          <>
            <p>
              <strong>{notice.changesTitle}</strong>
            </p>
            <p style={quote}>{notice.changes}</p>
          </>
        )}
        <p>{notice.wayOn}</p>
        <p>
          <a href={manageUrl} style={button}>
            Suas publicações
          </a>
        </p>
      </>
    ),
  })
}
