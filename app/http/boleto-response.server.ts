import { makeFileResponse } from '#app/http/file-response.server.ts'
import { formatBoletoFileName } from '#app/text/charges/pay-labels.ts'

/** Sends a boleto. Its ETag is the storage name, so a resumed download never gets another boleto. */
export function makeBoletoResponse(request: Request, orderId: number, file: string): Promise<Response> {
  return makeFileResponse(request, {
    file,
    name: formatBoletoFileName(orderId),
    type: 'application/pdf',
    tag: file.replace(/\W+/g, '-'),
    disposition: 'inline',
  })
}
