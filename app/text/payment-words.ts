/** How a slip is paid, said alike on the page, on paper and in mails. */
export const paymentWords = {
  pixTitle: 'Pague com Pix',
  pixHow:
    'No aplicativo do seu banco, abra o Pix e leia o código QR, ou escolha “Pix copia e cola” e cole o código.',
  pixPicture: 'Código QR do Pix',
  either: 'Pague por Pix ou pelo boleto, como preferir: qualquer um dos dois quita o pedido.',
  registering:
    'Os bancos aceitam este boleto depois de registrado, em geral no próximo dia útil. Se o seu ainda não o encontrar, tente de novo amanhã.',
  confirmation: 'A confirmação do pagamento leva até 48 horas.',
  ignoreIfPaid: 'Se você já pagou, não é preciso fazer nada.',
} as const

/** What staff have to look at in a payment; 'late' came for an order that was cancelled or a slip that was over. */
export type PaymentNews = 'unmatched' | 'amount-differs' | 'double' | 'rejected-order' | 'reversed' | 'late'

export const paymentNewsWords: Readonly<Record<PaymentNews, { title: string; task: string }>> = {
  unmatched: {
    title: 'Pagamento sem pedido',
    task: 'Chegou um pagamento que não pertence a nenhum boleto da loja. Encontre o pedido ou devolva o valor.',
  },
  'amount-differs': {
    title: 'Pagamento de outro valor',
    task: 'O valor pago não é o do boleto, e o pedido não foi confirmado. Aceite o valor ou combine com o cliente.',
  },
  double: {
    title: 'Pagamento em dobro',
    task: 'Chegou mais um pagamento de um pedido que já está pago. Devolva o valor ao cliente.',
  },
  'rejected-order': {
    title: 'Pagamento de pedido reprovado',
    task: 'Chegou o pagamento de um pedido que foi reprovado e por isso não volta. Devolva o valor ao cliente.',
  },
  reversed: {
    title: 'Pagamento estornado',
    task: 'Um pagamento foi desfeito depois de recebido. O pedido continua como está: confira e decida o que fazer.',
  },
  late: {
    title: 'Pagamento atrasado',
    task: 'O pagamento chegou depois que o boleto ou o pedido deixou de valer. O pedido foi confirmado: confira se pode ser atendido.',
  },
}

const paymentSources: Readonly<Record<string, string>> = {
  'bank-file': 'Arquivo do banco',
  gateway: 'Aviso do emissor',
  reconciliation: 'Conferência com o emissor',
  staff: 'Equipe',
}

/** Where the shop learned of a payment; a source that is not known as it is. */
export function paymentSourceWords(source: string): string {
  return paymentSources[source] ?? source
}
