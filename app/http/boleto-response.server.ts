import { fileResponse } from '#app/http/file-response.server.ts'
import { boletoFileName } from '#app/text/charges/pay-labels.ts'

/** The boleto of an order, to look at. Another boleto of the order is another file, which no download goes on with. */
export function boletoResponse(request: Request, orderId: number, file: string): Promise<Response> {
  return fileResponse(request, {
    file,
    name: boletoFileName(orderId),
    type: 'application/pdf',
    tag: file.replace(/\W+/g, '-'),
    disposition: 'inline',
  })
}
