import type { PhotoCopy } from '#app/domain/orders/photo-review.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { capitalise } from '#app/text/platform/numbers.ts'

/** Returns 'Manual de Voo, PT-ABC', or 'Kit de Placares (3 exemplares)' if copies share a photo. */
export function formatPhotoCopy({ name, lineIds, ...aircraft }: PhotoCopy): string {
  const aircraftName = formatAircraftName(aircraft)
  if (aircraftName) return `${name}, ${aircraftName}`
  return lineIds.length > 1 ? `${name} (${lineIds.length} exemplares)` : name
}

/** Returns the title, with 'outra' only if a photo was sent before. */
export function formatPhotoRequestTitle(copies: readonly PhotoCopy[]): string {
  const count = copies.length
  if (count === 1) return isRepeated(copies) ? 'Precisamos de outra foto' : 'Precisamos de uma foto'
  return isRepeated(copies) ? `Precisamos de outras ${count} fotos` : `Precisamos de ${count} fotos`
}

export function formatSendPhotosLabel(copies: readonly PhotoCopy[]): string {
  if (copies.length === 1) return isRepeated(copies) ? 'Enviar nova foto' : 'Enviar a foto'
  return isRepeated(copies) ? 'Enviar novas fotos' : 'Enviar as fotos'
}

export function formatPhotoPageTitle(orderId: number, copies: readonly PhotoCopy[]): string {
  const newPhotos = copies.length > 1 ? 'Novas fotos' : 'Nova foto'
  const firstPhotos = copies.length > 1 ? 'Fotos' : 'Foto'
  return `${isRepeated(copies) ? newPhotos : firstPhotos} para o pedido nº ${orderId}`
}

/** Returns the mail's sentence before the reason. A list of several copies follows it. */
export function formatPhotoRequest(copies: readonly PhotoCopy[]): string {
  const [copy] = copies
  if (copy && copies.length === 1)
    return copy.photo
      ? `Conferimos a foto enviada. Para aprovar o pedido precisamos de outra, de ${formatPhotoCopy(copy)}:`
      : `Para aprovar o pedido precisamos da foto de ${formatPhotoCopy(copy)}:`
  return isRepeated(copies)
    ? `Conferimos as fotos enviadas. Para aprovar o pedido precisamos de outras ${copies.length}:`
    : `Para aprovar o pedido precisamos de ${copies.length} fotos:`
}

export function formatPhotoRequestSubject(orderId: number, copies: readonly PhotoCopy[]): string {
  const one = isRepeated(copies) ? 'envie uma nova foto' : 'envie a foto'
  const many = isRepeated(copies) ? 'envie novas fotos' : 'envie as fotos'
  return `Pedido nº ${orderId}: ${copies.length === 1 ? one : many}`
}

/** Confirms the received photos and gives the number of missing ones. */
export function formatPhotosReceived(receivedCount: number, missingCount: number): string {
  const received = receivedCount === 1 ? 'Recebemos a foto' : `Recebemos ${receivedCount} fotos`
  if (missingCount === 0)
    return receivedCount === 1 ? `${received}. Ela está em análise.` : `${received}. Elas estão em análise.`
  return `${received}. ${missingCount === 1 ? 'Falta uma.' : `Faltam ${missingCount}.`}`
}

/** Returns 'a foto' or 'as fotos', before any is sent. */
export function formatPhotos(count: number): string {
  return count === 1 ? 'a foto' : 'as fotos'
}

/** Explains what follows an approval; a free order gets no boleto. */
export function formatAfterReview(isFree: boolean): string {
  return isFree
    ? 'Depois da aprovação o pedido é liberado.'
    : 'Depois da aprovação o boleto segue por e-mail.'
}

/** Returns 'a foto enviada' or 'as 3 fotos enviadas'; 'o pedido' when none was sent. */
export function formatSentPhotos(count: number): string {
  if (count === 0) return 'o pedido'
  return count === 1 ? 'a foto enviada' : `as ${count} fotos enviadas`
}

/** Returns 'Conferimos a foto enviada e aprovamos o pedido', or only the verdict if there are no photos. */
export function formatPhotoVerdict(count: number, verdict: string): string {
  const sentence = count === 0 ? verdict : `conferimos ${formatSentPhotos(count)} e ${verdict}`
  return capitalise(sentence)
}

export function formatOtherPhotos(sentCount: number): string {
  if (sentCount === 0) return 'a foto'
  return sentCount === 1 ? 'outra foto' : 'outras fotos'
}

function isRepeated(copies: readonly PhotoCopy[]): boolean {
  return copies.every(({ photo }) => photo !== null)
}
