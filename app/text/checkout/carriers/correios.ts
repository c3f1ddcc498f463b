import type { CarrierLabels } from '#app/text/checkout/carriers/labels.ts'

export const correiosLabels: CarrierLabels<'correios'> = {
  name: 'os Correios',
  ofName: 'dos Correios',
  services: {
    SEDEX: 'SEDEX',
    PAC: 'PAC',
    ACOBRAR: 'A cobrar (frete pago por quem recebe)',
    REGISTRADA: 'Carta registrada',
    SIMPLES: 'Carta simples',
  },
  codeShape: 'Como AA123456785BR; espaços e traços não importam.',
  codeWrong:
    'Código incorreto: são duas letras, nove números e BR no fim, e o dígito verificador precisa conferir',
  listedCodeWrong: 'Código incorreto: falta, não termina em BR ou o dígito verificador não confere',
  codeUnexpected: 'Carta simples não tem código de rastreamento: deixe este campo vazio',
  listedCodeUnexpected: 'Carta simples não tem código',
  trackingDelay: 'O código pode levar um dia para aparecer no site dos Correios.',
  invoiceKey: 'Os Correios pedem a chave da NF-e, ou uma declaração de conteúdo onde não há nota',
}
