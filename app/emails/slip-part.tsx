import { formatLine } from '#app/domain/charges/boleto.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { button, mono, renderMail, type Sender } from '#app/emails/mail-layout.tsx'
import { senderText } from '#app/emails/order-summary.tsx'
import { paymentWords } from '#app/text/charges/pay-words.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'

/** A slip that can be paid; `pix` is the issuer's code for it and the same as a PNG, where there is one. */
export type SlipToPay = {
  line: string
  dueDate: CivilDate
  value: Centavos
  pix: { code: string; picture: Uint8Array } | null
  /** the banks do not know it yet */
  isRegistering: boolean
}

const pictureId = 'pix'

/** How to pay a slip, as text lines. */
export function slipText(slip: SlipToPay): string[] {
  return [
    `Pague o boleto de ${formatReais(slip.value)} até ${formatDate(slip.dueDate)}. Linha digitável:`,
    formatLine(slip.line),
    ...(slip.isRegistering ? [paymentWords.registering] : []),
    ...(slip.pix
      ? ['', `${paymentWords.pixTitle} (copia e cola):`, slip.pix.code, '', paymentWords.either]
      : []),
    '',
    paymentWords.confirmation,
  ]
}

/** The same for a reader with pictures; the code is read from the picture or copied from the text. */
export function SlipPart({ slip }: { slip: SlipToPay }) {
  return (
    <>
      <p>
        Pague o boleto de <strong>{formatReais(slip.value)}</strong> até{' '}
        <strong>{formatDate(slip.dueDate)}</strong>. Linha digitável:
      </p>
      <p style={{ ...mono, fontSize: 15 }}>{formatLine(slip.line)}</p>
      {slip.isRegistering ? <p>{paymentWords.registering}</p> : null}
      {slip.pix ? <PixPart code={slip.pix.code} /> : null}
      <p>{paymentWords.confirmation}</p>
    </>
  )
}

function PixPart({ code }: { code: string }) {
  return (
    <>
      <p>
        <strong>{paymentWords.pixTitle}</strong> (copia e cola):
      </p>
      <p style={{ ...mono, fontSize: 13, wordBreak: 'break-all' }}>{code}</p>
      <p>
        <img src={`cid:${pictureId}`} alt={paymentWords.pixPicture} width={220} height={220} />
      </p>
      <p>{paymentWords.either}</p>
    </>
  )
}

/** The pictures a mail with this slip takes along. */
export function slipPictures(slip: SlipToPay): { cid: string; name: string; content: Uint8Array }[] {
  return slip.pix ? [{ cid: pictureId, name: 'pix.png', content: slip.pix.picture }] : []
}

/** A mail about one slip of an order. */
export type SlipFacts = {
  orderId: number
  contactName: string
  slip: SlipToPay
  paymentUrl: string
  sender: Sender
}

/** A mail that says one thing about a slip, `lead`, and how to pay it. */
export function slipMessage(facts: SlipFacts, { subject, lead }: { subject: string; lead: string }) {
  const { contactName, slip, paymentUrl, sender } = facts
  const greeting = `Olá, ${contactName}.`
  const link = 'Ver e imprimir o boleto'
  const text = [
    greeting,
    '',
    lead,
    '',
    ...slipText(slip),
    '',
    `${link}: ${paymentUrl}`,
    '',
    ...senderText(facts),
  ]
  const children = (
    <>
      <p>
        {greeting} {lead}
      </p>
      <SlipPart slip={slip} />
      <p>
        <a href={paymentUrl} style={button}>
          {link}
        </a>
      </p>
    </>
  )
  return {
    subject,
    inline: slipPictures(slip),
    text: text.join('\n'),
    html: renderMail({ title: subject, sender, children }),
  }
}
