import { fileResponse } from '#app/http/file-response.server.ts'
import { boletoFileName } from '#app/text/charges/pay-labels.ts'

/** Sends a boleto. Its ETag is the storage name, so a resumed download never gets another boleto. */
export function boletoResponse(request: Request, orderId: number, file: string): Promise<Response> {
  return fileResponse(request, {
    file,
    name: boletoFileName(orderId),
    type: 'application/pdf',
    tag: file.replace(/\W+/g, '-'),
    disposition: 'inline',
  })
}
