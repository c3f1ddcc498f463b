import {
  type CarrierName,
  type CarrierServiceCode,
  findCarrier,
  findTrackedCarrier,
} from '#app/domain/checkout/carriers/carriers.ts'

type CarrierLabels<Name extends CarrierName = CarrierName> = {
  /** such as 'os Correios' or 'dos Correios' */
  name: string
  ofName: string
  services: Readonly<Record<CarrierServiceCode<Name>, string>>
  codeShape: string // how to type a code
  /** error for one code, and for a line of a list */
  codeWrong: string
  listedCodeWrong: string
  codeUnexpected: string
  listedCodeUnexpected: string
  trackingDelay: string // when the tracking page shows a new code
  invoiceKey: string // requirement of the carrier
}

const carrierLabels: { readonly [Name in CarrierName]: CarrierLabels<Name> } = {
  correios: {
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
  },
}

const allLabels: readonly CarrierLabels[] = Object.values(carrierLabels)

const serviceNames = new Map<string, string>(allLabels.flatMap(({ services }) => Object.entries(services)))

/** Returns 'Carta registrada', or the stored name of an unknown service. */
export function formatService(type: string): string {
  return serviceNames.get(type) ?? type
}

/** Names for sentences about all carriers: 'os Correios', 'dos Correios'. */
export const carrierNames = {
  name: joinNames(allLabels.map(({ name }) => name)),
  ofName: joinNames(allLabels.map(({ ofName }) => ofName)),
}

type Sentence = Exclude<keyof CarrierLabels, 'services' | 'name' | 'ofName'>

/** Returns the texts of all carriers, if the carrier is not known. */
export function getCarrierSentence(sentence: Sentence): string {
  return allLabels.map((labels) => labels[sentence]).join('. ')
}

export function getCodeShape(type: string): string {
  const carrier = findCarrier(type)
  return carrier ? carrierLabels[carrier].codeShape : getCarrierSentence('codeShape')
}

export function getTrackingDelay(code: string): string | null {
  const carrier = findTrackedCarrier(code)
  return carrier ? carrierLabels[carrier].trackingDelay : null
}

function joinNames(names: readonly string[]): string {
  return names.join(' e ')
}
