import { fileResponse } from '#app/http/file-response.server.ts'
import { boletoFileName } from '#app/text/charges/pay-labels.ts'

/** The tag is the storage name, so that a download never continues with another boleto of the order. */
export function boletoResponse(request: Request, orderId: number, file: string): Promise<Response> {
  return fileResponse(request, {
    file,
    name: boletoFileName(orderId),
    type: 'application/pdf',
    tag: file.replace(/\W+/g, '-'),
    disposition: 'inline',
  })
}
