import { renderToStaticMarkup } from 'react-dom/server'
import type { Attachment, Block, Picture } from '#app/mails/platform/blocks.ts'
import { Blocks } from '#app/mails/platform/html-form.tsx'
import { MailLayout } from '#app/mails/platform/mail-layout.tsx'
import { shopMark } from '#app/mails/platform/mark.ts'
import { formatTextLines } from '#app/mails/platform/text-form.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { shortenText } from '#app/text/accounts/client-labels.ts'

export type Letter = { subject: string; blocks: readonly Block[]; attachments?: readonly Attachment[] }

export type MailContent = {
  subject: string
  text: string
  html: string
  inline: Picture[]
  attachments: readonly Attachment[]
}

export function renderMail(
  { subject, blocks, attachments = [] }: Letter,
  sender: CompanyContact,
): MailContent {
  const body = (
    <MailLayout title={subject} preheader={makePreheader(blocks)} sender={sender}>
      <Blocks blocks={blocks} colours={sender.companyLook} />
    </MailLayout>
  )
  return {
    subject,
    text: [...formatTextLines(blocks), '', ...listSenderLines(sender)].join('\n'),
    html: `<!doctype html>${renderToStaticMarkup(body)}`,
    inline: [makeBrandPicture(sender), ...listPictures(blocks)],
    attachments,
  }
}

/** Returns the company's logo or, if it has none, the shop's default mark. */
function makeBrandPicture({ companyLook }: CompanyContact): Picture {
  return companyLook?.logo
    ? { ...shopMark, name: 'logo.png', content: Buffer.from(companyLook.logo.png, 'base64') }
    : shopMark
}

const MAX_PREHEADER_LENGTH = 120

/** Returns the text that lists of mails show: the beginning without greeting and URLs. */
function makePreheader(blocks: readonly Block[]): string {
  const isGreetingOrUrl = (line: string) => /^Olá\b|https?:\/\//.test(line)
  const textLines = formatTextLines(blocks).filter((line) => line !== '' && !isGreetingOrUrl(line))
  return shortenText(textLines.join(' '), MAX_PREHEADER_LENGTH)
}

function listSenderLines({ legalName, cnpj, address, phone, email }: CompanyContact): string[] {
  return [legalName, `CNPJ ${cnpj}`, address, `${phone} · ${email}`, '']
}

function listPictures(blocks: readonly Block[]): Picture[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'together') return listPictures(block.blocks)
    return block.kind === 'picture' ? [block.picture] : []
  })
}
