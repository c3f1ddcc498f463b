import { expect, test } from 'vitest'
import { mails } from '#app/mails/mails.server.ts'
import { sampleFacts } from '#tests/mails/samples.ts'
import { findUntrueSentences } from '#tests/support/reader-claims.ts'

const letters = mails.flatMap((mail) =>
  Object.entries(sampleFacts[mail.name]).flatMap(([kind, data]) =>
    mail.readers.map((reader) => ({
      name: `${mail.name}/${kind} to ${reader}`,
      reader,
      content: mail.render(data as never, reader),
    })),
  ),
)

test.each(letters)('$name contains no sentence that is untrue for its reader', ({ reader, content }) => {
  expect(findUntrueSentences(`${content.subject}\n${content.text}`, reader)).toEqual([])
})

test('every kind of reader receives a mail, and each kind of customer receives the order mail', () => {
  expect(new Set(letters.map(({ reader }) => reader))).toEqual(
    new Set(['buyer', 'owner', 'colleague', 'staff']),
  )
  const orderReceivedMail = mails.find(({ name }) => name === 'mail-order-received')
  expect(orderReceivedMail?.readers).toEqual(['buyer', 'owner', 'colleague'])
})

test.each([
  ['Recebemos seu pedido nº 1042.', ['owner', 'colleague', 'staff']],
  ['Suas publicações já estão na sua conta.', ['colleague', 'staff']],
  ['Você fez o pedido em nome de “Hangar Sete”.', ['buyer', 'owner', 'staff']],
  ['Se você comprou e pagou, não é preciso fazer nada.', []],
  ['O cliente leu: “Recebemos seu pedido”.', []],
] as const)('detects %j as untrue for %j', (sentence, readers) => {
  const affectedReaders = (['buyer', 'owner', 'colleague', 'staff'] as const).filter(
    (reader) => findUntrueSentences(sentence, reader).length > 0,
  )
  expect(affectedReaders).toEqual(readers)
})

test('a mail with the boleto mentions it and its value in the subject', () => {
  const boletoMails = letters.filter(({ content }) => content.text.includes('Linha digitável:'))
  expect(boletoMails.length).toBeGreaterThan(20)
  for (const { name, content } of boletoMails)
    expect.soft(content.subject, name).toMatch(/boleto.*R\$ [\d.]+,\d\d|R\$ [\d.]+,\d\d.*boleto/i)
})

test('mails after an approved photo never repeat that the order was received', () => {
  const approvedPhotoMails = letters.filter(({ name }) => /^mail-order-.*\/approved /.test(name))
  expect(new Set(approvedPhotoMails.map(({ content: { subject } }) => subject))).toEqual(
    new Set(['Boleto do pedido nº 1042: R$ 1.907,70, vence em 25/11/2026', 'Pedido nº 1042 aprovado']),
  )
  for (const { content } of approvedPhotoMails) {
    expect(`${content.subject} ${content.text}`).not.toMatch(/recebid|Recebemos/)
  }
})
