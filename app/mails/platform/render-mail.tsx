import { renderToStaticMarkup } from 'react-dom/server'
import type { Block, Picture } from '#app/mails/platform/blocks.ts'
import { Blocks } from '#app/mails/platform/html-form.tsx'
import { MailLayout } from '#app/mails/platform/mail-layout.tsx'
import { textLines } from '#app/mails/platform/text-form.ts'
import type { CompanyContact } from '#app/text/accounts/address-labels.ts'

export type Letter = { subject: string; blocks: readonly Block[] }

export type MailContent = { subject: string; text: string; html: string; inline: Picture[] }

export function renderMail({ subject, blocks }: Letter, sender: CompanyContact): MailContent {
  const body = (
    <MailLayout title={subject} sender={sender}>
      <Blocks blocks={blocks} />
    </MailLayout>
  )
  return {
    subject,
    text: [...textLines(blocks), '', ...senderLines(sender)].join('\n'),
    html: `<!doctype html>${renderToStaticMarkup(body)}`,
    inline: picturesOf(blocks),
  }
}

function senderLines({ legalName, cnpj, address, phone, email }: CompanyContact): string[] {
  return [legalName, `CNPJ ${cnpj}`, address, `${phone} · ${email}`, '']
}

function picturesOf(blocks: readonly Block[]): Picture[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'together') return picturesOf(block.blocks)
    return block.kind === 'picture' ? [block.picture] : []
  })
}
