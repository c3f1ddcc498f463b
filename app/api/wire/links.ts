import { env } from '#app/env.server.ts'
import { paths } from '#app/paths.ts'

/**
 * Addresses of files. Responses sign those in `fileAddress` fields. Cover, sample and status file are public.
 */
export const fileLinks = {
  publication: (id: number) => `${env.PUBLIC_URL}${paths.apiPublicationFile(id)}`,
  cover: (id: number) => `${env.PUBLIC_URL}${paths.publicationCover(id, { isPng: true })}`,
  sample: (id: number) => `${env.PUBLIC_URL}${paths.publicationSample(id)}`,
  order: (orderId: number, file: number) => `${env.PUBLIC_URL}${paths.apiOrderFile(orderId, file)}`,
  boleto: (orderId: number) => `${env.PUBLIC_URL}${paths.apiBoleto(orderId)}`,
  signature: (id: number) => `${env.PUBLIC_URL}${paths.apiSignatureFile(id)}`,
  photo: (name: string) => `${env.PUBLIC_URL}${paths.apiOrderImage(name)}`,
  status: () => `${env.PUBLIC_URL}${paths.apiStatusFile()}`,
}
