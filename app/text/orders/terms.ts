import { privacyVersion } from '#app/text/accounts/privacy-version.ts'
import { refundText } from '#app/text/orders/withdrawal-labels.ts'

/** The date of the text below. A changed text has a new one. */
const textVersion: string = '2026-11-28'

/** The later date of terms and privacy notice, because orders store one version for both. */
export const termsVersion = privacyVersion > textVersion ? privacyVersion : textVersion

type Section = { title: string; paragraphs: string[] }

/** The terms of purchase (Decreto 7.962/2013, CDC art. 49). */
export const termsSections: Section[] = [
  {
    title: 'O que você compra',
    paragraphs: [
      'Cada publicação é vendida em compra avulsa, na versão em vigor no dia do pedido, ou em assinatura de um ano, que inclui as revisões publicadas no período.',
      'A publicação impressa é enviada ao endereço de entrega. A publicação por download fica disponível na sua conta depois da confirmação do pagamento.',
      'Publicações com dados da aeronave valem para a aeronave informada no pedido. Quando a publicação pede uma foto, ela é conferida em até 24 horas, e só então o boleto é gerado.',
    ],
  },
  {
    title: 'Preço, frete e pagamento',
    paragraphs: [
      'O preço de cada publicação, o frete e o total aparecem no resumo antes da confirmação. Quando o frete é À Combinar, valor e prazo são combinados com você antes do envio.',
      'O pagamento é feito por boleto, com o vencimento indicado nele, ou por Pix, quando a página de pagamento mostra um código. Pague por um dos dois: qualquer um quita o pedido. A confirmação leva até 48 horas depois do pagamento.',
      'Se você pagar depois do vencimento, podem ser cobrados multa e juros; o boleto e a página de pagamento mostram quanto, e nada além disso. Descontos por antecipação também aparecem ali.',
    ],
  },
  {
    title: 'Entrega',
    paragraphs: [
      'O prazo de entrega é contado em dias úteis a partir da confirmação do pagamento. Com registro postal, o código de rastreamento fica no pedido.',
    ],
  },
  {
    title: 'Desistência',
    paragraphs: [
      `Você pode desistir da compra em até 7 dias a contar do recebimento da publicação ou da liberação do download (Código de Defesa do Consumidor, art. 49). ${refundText}`,
      'Para desistir, abra o pedido em Meus pedidos e use “Desistir da compra”, ou fale conosco pelos contatos do rodapé com o número do pedido.',
    ],
  },
  {
    title: 'Seus dados',
    paragraphs: [
      'Usamos os dados do pedido para vender, entregar, emitir a cobrança e a nota fiscal e avisar das revisões. Guardamos o que a lei fiscal exige pelo tempo que ela exige. As fotos enviadas são vistas só por você e pela nossa equipe, sem os dados de localização.',
    ],
  },
]
