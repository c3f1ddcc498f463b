import type { MailTopic } from '#app/domain/accounts/mailbox/mail-topic.ts'

export const mailTopicLabels: Readonly<Record<MailTopic, string>> = {
  reminders: 'avisos de vencimento',
  revisions: 'avisos de nova revisão',
}

/** Explains for each topic which mails a person no longer receives after declining it. */
export const mailTopicHints: Readonly<Record<MailTopic, string>> = {
  reminders:
    'Antes de uma assinatura vencer. Sem eles, acompanhe os vencimentos em Minhas publicações: o que vence não recebe mais revisões.',
  revisions:
    'Quando sai nova revisão de uma publicação que você assina. Voar ou fazer manutenção com uma revisão desatualizada pode descumprir as regras de aeronavegabilidade: sem estes avisos, confira você mesmo a revisão em vigor.',
}
