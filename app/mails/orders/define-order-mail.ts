import { quoteName } from '#app/domain/accounts/person-name.ts'
import type { OrderMailName } from '#app/domain/platform/effect.ts'
import type { JobEvent } from '#app/domain/platform/job-event.ts'
import { env } from '#app/env.server.ts'
import { type Block, paragraph } from '#app/mails/platform/blocks.ts'
import {
  type Declaration,
  defineMail,
  type MailRecipient,
  type WithSender,
} from '#app/mails/platform/define-mail.ts'
import type { Letter } from '#app/mails/platform/render-mail.tsx'
import { type ColleagueBuyer, listColleagueBuyers } from '#app/models/orders/order-buyer.server.ts'
import { paths } from '#app/paths.ts'
import { type OrderReader, orderReaders } from '#app/text/orders/reader-labels.ts'

type OrderMail<Name extends OrderMailName, Found extends Data, Data extends WithSender> = Omit<
  Declaration<Name, Found, Data>,
  'write' | 'readings' | 'readers'
> & {
  /** returns the orders that the mail is about */
  orders(found: NoInfer<Found>): readonly number[]
  write(data: Data, reader: OrderReader): Letter
}

/** Declares a mail to an order's account and to each colleague who ordered (D156). */
export function defineOrderMail<Name extends OrderMailName, Found extends Data, Data extends WithSender>({
  orders,
  write,
  ...mail
}: OrderMail<Name, Found, Data>) {
  return defineMail<Name, Found, Data>({
    ...mail,
    readers: orderReaders,
    write: (data, reader) => write(data, reader === 'staff' ? 'buyer' : reader),
    readings: (found, event) => findRecipient(orders(found), event),
  })
}

/** Returns the recipient; undefined if the colleague may no longer see the company's orders. */
async function findRecipient(
  orderIds: readonly number[],
  { readerId }: JobEvent,
): Promise<MailRecipient | undefined> {
  const buyers = await listColleagueBuyers(orderIds)
  const reader = buyers.find(({ userId }) => userId === readerId)
  const sentence = formatOrderedBy(buyers, reader)
  if (!reader) {
    const accountReader = buyers.length > 0 ? 'owner' : 'buyer'
    return { reader: accountReader, copyTo: listRecipientIds(buyers), sentence }
  }
  return reader.email === null
    ? undefined
    : { reader: 'colleague', to: reader.email, contactName: reader.name, copyTo: [], sentence }
}

function listRecipientIds(buyers: readonly ColleagueBuyer[]): number[] {
  return [...new Set(buyers.flatMap(({ userId, email }) => (email === null ? [] : [userId])))]
}

/** Returns sentences that name who ordered for which company; undefined if no colleague ordered. */
function formatOrderedBy(
  buyers: readonly ColleagueBuyer[],
  reader: ColleagueBuyer | undefined,
): Block | undefined {
  if (buyers.length === 0) return undefined
  const sentences = buyers.map(({ orderId, userId, name, companyName }) => {
    const order = buyers.length === 1 ? 'o pedido' : `o pedido nº ${orderId}`
    const person = userId === reader?.userId ? 'Você' : quoteName(name)
    return `${person} fez ${order} em nome de ${quoteName(companyName)}.`
  })
  const siteHint = reader
    ? [`Para vê-lo no site, escolha a empresa: ${env.PUBLIC_URL}${paths.companies()}`]
    : []
  return paragraph([...sentences, ...siteHint].join(' '))
}
