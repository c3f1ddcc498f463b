import { fileResponse } from '#app/http/file-response.server.ts'
import { boletoFileName } from '#app/text/charges/pay-labels.ts'

/** Uses the storage name as tag, so that a resumed download never continues with another boleto. */
export function boletoResponse(request: Request, orderId: number, file: string): Promise<Response> {
  return fileResponse(request, {
    file,
    name: boletoFileName(orderId),
    type: 'application/pdf',
    tag: file.replace(/\W+/g, '-'),
    disposition: 'inline',
  })
}
